import type { Context } from '../../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { forgetKeys, forgetProofs, forgetTallies } from './call-store.ts'

export const httpTasks = (ctx: Pick<Context, 'db'>): TaskHandlers => ({
  'forget-keys': async () => {
    await forgetKeys(ctx.db)
    await forgetProofs(ctx.db)
    await forgetTallies(ctx.db)
  },
})
