import type { Context } from '../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { forgetKeys } from './idempotency-store.ts'

export const httpTasks = (ctx: Pick<Context, 'db'>): TaskHandlers => ({
  'forget-keys': () => forgetKeys(ctx.db),
})
