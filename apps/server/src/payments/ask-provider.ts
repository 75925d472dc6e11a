import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import { type Account, findAccount, languageOf, pinWorkspace } from '../identity/accounts/index.ts'
import { type Actor, type ActorAccount, accountOf } from '../platform/http/actor.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import { CustomerGone } from '../platform/payments/customer-gone.ts'
import type { Payments } from '../platform/payments/open-payments.ts'
import type { Offer } from '../platform/payments/prices.ts'
import {
  type Customer,
  endCall,
  exchangeCustomer,
  findCustomer,
  insertPaymentCustomer,
  openCall,
} from './payment-store.ts'
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

/**
 * Keeps the account in the workspace that buys until the transaction ends: it may have joined a team since it was read.
 *
 * @throws Problem 'admin-only'
 */
export async function requireInWorkspace(tx: Context['db'], { account, workspaceId }: Buyer): Promise<void> {
  if ((await pinWorkspace(tx, account.id)) !== workspaceId) throw new Problem('admin-only')
}

/** @throws Problem 'invalid-input' for a price that is not for sale */
export function requireOffer({ prices }: Payments, price: string, field: string): Offer {
  const offer = prices.offerOf(price)
  if (offer === null) throw new Problem('invalid-input', { where: 'body', field, reason: 'is not for sale' })
  return offer
}

/** @throws Problem 'payments-unavailable' */
export async function ensureCustomer(ctx: Pick<Context, 'db'>, buyer: Buyer): Promise<Customer> {
  const { workspaceId, payments } = buyer
  const known = await findCustomer(ctx.db, workspaceId, payments.provider.kind)
  if (known !== null) return known
  const who = whoIs(buyer)
  await underKey(ctx, { workspaceId, verb: 'customer', wish: who }, async (key) => {
    const customer = await payments.provider.makeCustomer(key, who)
    // Before the key ends: every later call then finds the row, and makes no second customer.
    await insertPaymentCustomer(ctx.db, { workspaceId, provider: payments.provider.kind, customer })
  })
  const kept = await findCustomer(ctx.db, workspaceId, payments.provider.kind)
  if (kept === null) throw new Error('a customer that was just kept is gone')
  return kept
}

const whoIs = ({ account }: Buyer) => ({ account: account.id, email: account.email, language: languageOf(account) })

/**
 * Does something that names the account's customer. One whom the provider does not have any more is replaced once, and
 * the same is done with the new one.
 *
 * @throws Problem 'payments-unavailable', also where the new customer is gone at once
 */
export async function withCustomer<T>(
  ctx: Pick<Context, 'db' | 'payments' | 'log'>,
  buyer: Buyer,
  act: (customer: string) => Promise<T>,
): Promise<T> {
  const { customer } = await ensureCustomer(ctx, buyer)
  try {
    return await act(customer)
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error
    ctx.log.warn({ customer }, 'a customer is gone at the payment provider and is replaced')
  }
  await replaceCustomer(ctx, buyer, customer)
  const fresh = await ensureCustomer(ctx, buyer)
  return act(fresh.customer).catch((error) => {
    throw error instanceof CustomerGone ? new Problem('payments-unavailable', {}, { cause: error }) : error
  })
}

/** What was paid under the former name is read and kept before. */
async function replaceCustomer(
  ctx: Pick<Context, 'db' | 'payments' | 'log'>,
  buyer: Buyer,
  gone: string,
): Promise<void> {
  const { workspaceId, payments } = buyer
  const { kind } = payments.provider
  await settlePayments(ctx, workspaceId).catch((error) => {
    // Where others keep writing what they have read, it is read.
    if (!(error instanceof Problem && error.code === 'still-working')) throw error
  })
  const who = whoIs(buyer)
  await underKey(ctx, { workspaceId, verb: 'customer', wish: { ...who, gone } }, async (key) => {
    if ((await findCustomer(ctx.db, workspaceId, kind))?.customer !== gone) return
    const fresh = await payments.provider.makeCustomer(key, who)
    await exchangeCustomer(ctx.db, { workspaceId, provider: kind }, { gone, fresh })
  })
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
