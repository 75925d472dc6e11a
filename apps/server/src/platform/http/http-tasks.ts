import type { Context } from '../../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { forgetMisses } from './guards/miss-store.ts'
import { forgetKeys } from './idempotency-store.ts'
import { forgetProofs } from './limits/proof-store.ts'
import { forgetTallies } from './limits/tally-store.ts'

export const httpTasks = (ctx: Pick<Context, 'db'>): TaskHandlers => ({
  'forget-keys': async () => {
    await forgetKeys(ctx.db)
    await forgetMisses(ctx.db)
    await forgetProofs(ctx.db)
    await forgetTallies(ctx.db)
  },
})
