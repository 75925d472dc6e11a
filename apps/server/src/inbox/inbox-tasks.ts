import type { Context } from '../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { tellBatch } from './tell-batch.ts'

export const inboxTasks = (ctx: Context): TaskHandlers => ({
  'tell-batch': (payload) => tellBatch(ctx, payload),
})
