import { listBuyers } from '../billing/index.ts'
import type { Context } from '../context.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import type { TaskHandlers } from '../platform/jobs/task-handlers.ts'
import { forgetOldCardLinks } from './card-link/card-link-store.ts'
import { listBuying } from './checkout-store.ts'
import { listLosing } from './lost-prepaid-store.ts'
import { tellNews } from './news/tell-news.ts'
import { forgetOldCalls } from './payment-store.ts'
import { advanceSandbox, sendSandboxEvents } from './sandbox-checkouts.ts'
import { settlePayments } from './settle-payments.ts'

/** Events come again for three days, and late ones change nothing. */
const KEPT_DAYS = 30

export const paymentTasks = (ctx: Context): TaskHandlers => ({
  'settle-payments': ({ workspaceId }) => settlePayments(ctx, workspaceId),
  'tell-payment-news': ({ workspaceId }) => tellNews(ctx, workspaceId),
  'reconcile-payments': () => reconcilePayments(ctx),
  'advance-sandbox': () => advanceSandbox(ctx),
  'send-sandbox-events': () => sendSandboxEvents(ctx),
})

/** Reads everything that runs, is being bought or may come back again: an event may never have come. */
async function reconcilePayments({ db }: Pick<Context, 'db'>): Promise<void> {
  const workspaces = new Set([...(await listBuyers(db)), ...(await listBuying(db)), ...(await listLosing(db))])
  for (const workspaceId of workspaces) {
    await addJob(db, 'settle-payments', { workspaceId }, { key: `settle-payments/${workspaceId}` })
  }
  await forgetOldCalls(db, KEPT_DAYS)
  await forgetOldCardLinks(db)
}
