import type { Context } from '../../context.ts'
import type { TaskHandlers } from '../../platform/jobs/task-handlers.ts'
import { renewReceiptKey } from '../../platform/signing/index.ts'

const KEY_DAYS = 365

export const receiptTasks = (ctx: Context): TaskHandlers => ({
  'renew-receipt-key': async () => {
    const id = await renewReceiptKey(ctx, KEY_DAYS)
    if (id !== null) ctx.log.info({ id }, 'a new key now signs receipts')
  },
})
