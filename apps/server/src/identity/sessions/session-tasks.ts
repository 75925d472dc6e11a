import type { Context } from '../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { mailReset } from './mail-reset.ts'
import { forgetOver, forgetSessionAddresses } from './over-store.ts'

export const sessionTasks = (ctx: Context): TaskHandlers => ({
  'mail-reset': (payload) => mailReset(ctx, payload),
  'forget-sessions': async () => {
    await forgetOver(ctx.db)
    await forgetSessionAddresses(ctx.db, ctx.config.ipRetentionDays)
  },
})
