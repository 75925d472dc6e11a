import type { Context } from '../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { recount } from './delivery-store.ts'
import { finishRecipients } from './finish-recipients.ts'
import { mailLinkCode } from './mail-link-code.ts'
import { settleDoubt } from './settle-doubt.ts'

export const downloadTasks = (ctx: Context): TaskHandlers => ({
  'count-downloads': ({ transferId }) => ctx.db.transaction().execute((tx) => recount(tx, transferId)),
  'finish-recipients': (payload) => finishRecipients(ctx, payload),
  'settle-doubt': (payload) => settleDoubt(ctx, payload),
  'mail-link-code': (payload) => mailLinkCode(ctx, payload),
})
