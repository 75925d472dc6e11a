import type { readCheckout as endpoint } from '@waybill/contract/billing/payment-endpoints'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import { findAccount } from '../identity/accounts/index.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import { type CheckoutRow, findBySession } from './checkout-store.ts'
import { presentOffer } from './read-billing.ts'

type View = ReplyOf<typeof endpoint>

/** Pages that wait ask every second or two: the provider is read for them at most this often. */
const SETTLED_EVERY_SECONDS = 3

/**
 * What became of a checkout of the account's own. One that is paid while our row does not say so yet is settled soon.
 *
 * @throws Problem 'checkout-not-found' | 'unauthenticated'
 */
export async function readCheckout(
  ctx: Pick<Context, 'db' | 'payments' | 'log'>,
  accountId: string,
  session: string,
): Promise<View> {
  const account = await findAccount(ctx.db, accountId)
  if (account === null) throw new Problem('unauthenticated')
  const workspaceId = account.workspace_id
  const row = await findBySession(ctx.db, { workspaceId, session })
  if (row === null) throw new Problem('checkout-not-found')
  const state = await stateOf(ctx, row)
  if (state === 'confirming') {
    const once = { key: `settle-asked/${workspaceId}`, keepsTime: true, delaySeconds: SETTLED_EVERY_SECONDS }
    await addJob(ctx.db, 'settle-payments', { workspaceId }, once)
  }
  return { state, kind: row.kind, offer: presentOffer(ctx.payments?.prices ?? null, row.price) }
}

async function stateOf({ payments, log }: Pick<Context, 'payments' | 'log'>, row: CheckoutRow): Promise<View['state']> {
  const { state, session, provider } = row
  if (state === 'processing') return 'confirming'
  if (state !== 'open') return state
  if (payments?.provider.kind !== provider || session === null) return 'open'
  const read = await payments.provider.readCheckout(session).catch((error) => {
    log.warn({ error }, 'a checkout could not be read')
    return null
  })
  return read === null || read.status === 'open' ? 'open' : 'confirming'
}
