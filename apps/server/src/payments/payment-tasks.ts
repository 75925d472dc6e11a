import { listBuyers } from '../billing/index.ts'
import type { Context } from '../context.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import type { TaskHandlers } from '../platform/jobs/task-handlers.ts'
import { forgetOldCardLinks } from './card-link/card-link-store.ts'
import { listBuying } from './checkout-store.ts'
import { forgetLeft, forgetSoon } from './end-payments.ts'
import { listLosing } from './lost-prepaid-store.ts'
import { tellNews } from './news/tell-news.ts'
import { findOwner, forgetOldCalls, listCustomers } from './payment-store.ts'
import { advanceSandbox, sendSandboxEvents } from './sandbox-checkouts.ts'
import { settlePayments } from './settle-payments.ts'

/** Events come again for three days, and late ones change nothing. */
const KEPT_DAYS = 30

export const paymentTasks = (ctx: Context): TaskHandlers => ({
  'settle-payments': (of) => settleOrForget(ctx, of),
  'forget-payments': (of) => forgetLeft(ctx, of),
  'tell-payment-news': ({ workspaceId }) => tellNews(ctx, workspaceId),
  'reconcile-payments': () => reconcilePayments(ctx),
  'advance-sandbox': () => advanceSandbox(ctx),
  'send-sandbox-events': () => sendSandboxEvents(ctx),
})

/** A purchase may have reached the provider after the account had left the workspace and its purchases were forgotten. */
async function settleOrForget(ctx: Context, { workspaceId }: { workspaceId: string }): Promise<void> {
  await settlePayments(ctx, workspaceId)
  const isKnown = (await listCustomers(ctx.db, workspaceId)).length > 0
  if (isKnown && (await findOwner(ctx.db, workspaceId)) === null) await forgetSoon(ctx.db, workspaceId)
}

/** Reads everything that runs, is being bought or may come back again: an event may never have come. */
async function reconcilePayments({ db }: Pick<Context, 'db'>): Promise<void> {
  const workspaces = new Set([...(await listBuyers(db)), ...(await listBuying(db)), ...(await listLosing(db))])
  for (const workspaceId of workspaces) {
    await addJob(db, 'settle-payments', { workspaceId }, { key: `settle-payments/${workspaceId}` })
  }
  await forgetOldCalls(db, KEPT_DAYS)
  await forgetOldCardLinks(db)
}
