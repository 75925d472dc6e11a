import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import { type Account, findAccount } from '../identity/accounts/index.ts'
import { type Actor, type ActorAccount, accountOf } from '../platform/http/actor.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import type { Payments } from '../platform/payments/open-payments.ts'
import type { Offer } from '../platform/payments/prices.ts'
import { type Customer, endCall, findCustomer, insertPaymentCustomer, openCall } from './payment-store.ts'
import { settlePayments } from './settle-payments.ts'

/** What every call of an account that reaches the payment provider begins and ends with. */
export type PaymentContext = Pick<Context, 'db' | 'payments' | 'config' | 'limits' | 'log' | 'masterKey'>

const callsPerAccount: Budget = { name: 'payment-calls', points: 120, seconds: 3_600 }

export interface Buyer {
  payments: Payments
  account: Account
  workspaceId: string
}

/** What a client says about itself: checked where it is there, and never believed. */
export interface Claimed {
  accountId?: string | null | undefined
  customer?: string | null | undefined
}

/**
 * The account that buys, and who sells to it.
 *
 * @throws Problem 'unauthenticated' | 'not-yours' | 'not-on-sale' | 'too-many-requests' {retryAfterSeconds}
 */
export async function requireBuyer(
  ctx: PaymentContext,
  actor: Pick<Actor, 'account'>,
  claimed: Claimed = {},
): Promise<Buyer> {
  const { id }: ActorAccount = accountOf(actor, claimed.accountId ?? undefined)
  const { payments } = ctx
  if (payments === null) throw new Problem('not-on-sale')
  const account = await findAccount(ctx.db, id)
  if (account === null) throw new Problem('unauthenticated')
  const workspaceId = account.workspace_id
  if (claimed.customer) {
    const own = await findCustomer(ctx.db, workspaceId, payments.provider.kind)
    if (own?.customer !== claimed.customer) throw new Problem('not-yours')
  }
  await ctx.limits.spend(callsPerAccount, id)
  return { payments, account, workspaceId }
}

/** @throws Problem 'invalid-input' for a price that is not for sale */
export function requireOffer({ prices }: Payments, price: string, field: string): Offer {
  const offer = prices.offerOf(price)
  if (offer === null) throw new Problem('invalid-input', { where: 'body', field, reason: 'is not for sale' })
  return offer
}

/** @throws Problem 'payments-unavailable' */
export async function ensureCustomer(
  ctx: Pick<Context, 'db'>,
  { payments: { provider }, account, workspaceId }: Buyer,
): Promise<Customer> {
  const known = await findCustomer(ctx.db, workspaceId, provider.kind)
  if (known !== null) return known
  const who = { account: account.id, email: account.email, language: account.language === 'zh' ? 'zh' : 'en' } as const
  const customer = await underKey(ctx, { workspaceId, verb: 'customer', wish: who }, (key) =>
    provider.makeCustomer(key, who),
  )
  await insertPaymentCustomer(ctx.db, { workspaceId, provider: provider.kind, customer })
  const kept = await findCustomer(ctx.db, workspaceId, provider.kind)
  if (kept === null) throw new Error('a customer that was just kept is gone')
  return kept
}

/**
 * Asks the provider under a key that is committed before. Without an answer the key stays open: the same wish is asked
 * again under it, so that nothing happens twice.
 */
async function underKey<T>(
  { db }: Pick<Context, 'db'>,
  call: { workspaceId: string; verb: string; wish: unknown },
  ask: (key: string) => Promise<T>,
): Promise<T> {
  const key = await openCall(db, call)
  try {
    const answer = await ask(key)
    await endCall(db, key)
    return answer
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'payments-unavailable')) await endCall(db, key)
    throw error
  }
}

/**
 * Changes something at the provider and writes what has come of it. A job that is queued before does so too, should
 * this process or the database go away in between.
 */
export async function changeAtProvider<T>(
  ctx: Pick<Context, 'db' | 'payments' | 'log'>,
  call: { workspaceId: string; verb: string; wish: unknown },
  ask: (key: string) => Promise<T>,
): Promise<T> {
  const { workspaceId } = call
  await addJob(ctx.db, 'settle-payments', { workspaceId }, { key: `settle-later/${workspaceId}`, delaySeconds: 60 })
  const answer = await underKey(ctx, call, ask)
  await settlePayments(ctx, workspaceId).catch((error) => ctx.log.warn({ error }, 'a purchase is settled later'))
  return answer
}
