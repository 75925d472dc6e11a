import type { Context } from '../context.ts'
import type { TaskHandlers } from '../platform/jobs/task-handlers.ts'
import { saveContacts } from './save-contacts.ts'

export const contactTasks = (ctx: Context): TaskHandlers => ({
  'save-contacts': (told) => saveContacts(ctx, told),
})
