import type { Context } from '../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { forgetAddresses } from './forget-addresses.ts'

export const eventTasks = (ctx: Context): TaskHandlers => ({
  'forget-addresses': () => forgetAddresses(ctx),
})
