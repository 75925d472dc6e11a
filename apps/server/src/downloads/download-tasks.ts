import type { Context } from '../context.ts'
import type { TaskHandlers } from '../platform/jobs/task-handlers.ts'
import { recountDownloads } from '../transfers/index.ts'
import { finishRecipients } from './delivery/finish-recipients.ts'
import { settleDoubt } from './delivery/settle-doubt.ts'
import { mailLinkCode } from './open/mail-link-code.ts'

export const downloadTasks = (ctx: Context): TaskHandlers => ({
  'count-downloads': ({ transferId }) => ctx.db.transaction().execute((tx) => recountDownloads(tx, transferId)),
  'finish-recipients': (payload) => finishRecipients(ctx, payload),
  'settle-doubt': (payload) => settleDoubt(ctx, payload),
  'mail-link-code': (payload) => mailLinkCode(ctx, payload),
})
