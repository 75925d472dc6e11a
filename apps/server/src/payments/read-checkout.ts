import type { readCheckout as endpoint } from '@waybill/contract/billing/payment-endpoints'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import { findAccount } from '../identity/accounts/index.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import { TRIAL_DAYS } from './begin-checkout.ts'
import { type CheckoutRow, findBySession, setState } from './checkout-store.ts'
import { presentOffer } from './read-billing.ts'

type View = ReplyOf<typeof endpoint>

/** Pages that wait ask every second or two: a workspace is settled for them at most this often. */
const SETTLED_EVERY_SECONDS = 3
/** The provider is asked once in this time per checkout; our row answers in between. */
const readsPerCheckout: Budget = { name: 'checkout-reads', points: 1, seconds: 2 }

/**
 * What became of a checkout of the account's own. One that is paid while our row does not say so yet is settled soon.
 *
 * @throws Problem 'checkout-not-found' | 'unauthenticated'
 */
export async function readCheckout(
  ctx: Pick<Context, 'db' | 'payments' | 'log' | 'limits'>,
  accountId: string,
  session: string,
): Promise<View> {
  const account = await findAccount(ctx.db, accountId)
  if (account === null) throw new Problem('unauthenticated')
  const workspaceId = account.workspace_id
  const row = await findBySession(ctx.db, { workspaceId, session })
  if (row === null) throw new Problem('checkout-not-found')
  const followed = await followCheckout(ctx, row)
  const state = followed === 'unread' ? 'open' : followed
  const way = state === 'open' ? row.way : null
  const trialDays = row.kind === 'trial' ? TRIAL_DAYS : 0
  return { state, kind: row.kind, trialDays, way, offer: presentOffer(ctx.payments?.prices ?? null, row.price) }
}

/** 'unread': our row says that it is open, and the provider was not asked, or has not answered. */
type Followed = View['state'] | 'unread'

/** The state of a checkout. One that is paid while our row does not say so yet is settled soon. */
export async function followCheckout(
  ctx: Pick<Context, 'db' | 'payments' | 'log' | 'limits'>,
  row: CheckoutRow,
): Promise<Followed> {
  const { workspace_id: workspaceId } = row
  const state = await stateOf(ctx, row)
  if (state === 'confirming') {
    const once = { key: `settle-asked/${workspaceId}`, keepsTime: true, delaySeconds: SETTLED_EVERY_SECONDS }
    await addJob(ctx.db, 'settle-payments', { workspaceId }, once)
  }
  return state
}

async function stateOf(
  { db, payments, log, limits }: Pick<Context, 'db' | 'payments' | 'log' | 'limits'>,
  { id, state, session, provider }: CheckoutRow,
): Promise<Followed> {
  if (state === 'processing') return 'confirming'
  if (state !== 'open') return state
  if (payments?.provider.kind !== provider || session === null) return 'open'
  if (!(await mayAsk(limits, session))) return 'unread'
  const read = await payments.provider.readCheckout(session).catch((error) => {
    log.warn({ error }, 'a checkout could not be read')
    return 'unread' as const
  })
  if (read === 'unread') return read
  if (read === null || read.status === 'open') return 'open'
  // What has been told once stays so until it is settled, also where the provider is not asked again.
  await setState(db, id, 'processing')
  return 'confirming'
}

/** Of several calls at once, one. */
async function mayAsk(limits: Context['limits'], session: string): Promise<boolean> {
  try {
    await limits.spend(readsPerCheckout, session)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'too-many-requests') return false
    throw error
  }
}
