import { Problem } from '@waybill/contract/core/problems'
import { linkTo, paths } from '../platform/links.ts'
import { CustomerGone } from '../platform/payments/customer-gone.ts'
import type { CheckoutWay, Purchase } from '../platform/payments/payment-provider.ts'
import { type Buyer, ensureCustomer, type PaymentContext, requireInWorkspace, withCustomer } from './ask-provider.ts'
import {
  type CheckoutRow,
  expireUnstarted,
  findBySession,
  findUnfinished,
  insertCheckout,
  keepSession,
  type NewCheckout,
  setState,
} from './checkout-store.ts'
import { forgetSoon } from './end-payments.ts'
import { settlePayments } from './settle-payments.ts'

export const TRIAL_DAYS = 7
const TRIES = 6

export interface CheckoutWish extends Pick<NewCheckout, 'kind' | 'price' | 'promotion' | 'language' | 'is_by_link'> {
  /** On the provider's own page, because its panel does not load. */
  isHosted: boolean
}

export interface StartedCheckout {
  session: string
  go: CheckoutWay
  clientSecret: string | null
}

/**
 * Begins a checkout, or goes on with an unfinished one for the same. One for something else is closed at the provider
 * first: of two tabs that buy, one can be paid. So is one in a panel when the provider's own page is wished for; the
 * new one keeps its promotion.
 *
 * @param requireStill asks again, once no other purchase of the workspace can begin, whether this one may
 * @throws Problem 'already-subscribed' where the other was paid meanwhile; 'promotion-unknown' where the promotion has
 *   run out meanwhile; 'admin-only' where the account has joined a team meanwhile; 'still-working' | 'payments-unavailable'
 */
export function beginCheckout(
  ctx: PaymentContext,
  buyer: Buyer,
  wish: CheckoutWish,
  requireStill: () => Promise<unknown> = async () => {},
): Promise<StartedCheckout> {
  return withCustomer(ctx, buyer, (customer) => beginFor(ctx, buyer, customer, { wish, requireStill }))
}

async function beginFor(
  ctx: PaymentContext,
  buyer: Buyer,
  customer: string,
  { wish, requireStill }: { wish: CheckoutWish; requireStill(): Promise<unknown> },
): Promise<StartedCheckout> {
  const { payments, workspaceId } = buyer
  const { isHosted, ...bought } = wish
  let row: NewCheckout = { ...bought, workspace_id: workspaceId, provider: payments.provider.kind }
  for (let left = TRIES; left > 0; left -= 1) {
    const known = await findUnfinished(ctx.db, { workspaceId, isCard: wish.kind === 'card' })
    if (known === null) {
      const made = await addCheckout(ctx, buyer, row)
      if (made === null) continue
      await orExpired(ctx, made, requireStill)
      return startAtProvider(ctx, buyer, made, { customer, isHosted })
    }
    if (isSame(known, row) && isShownSo(ctx, known, isHosted)) {
      if (known.session === null) await orExpired(ctx, known, requireStill)
      const started = await startAtProvider(ctx, buyer, known, { customer, isHosted })
      const state = await payments.provider.readCheckout(started.session)
      if (state?.status === 'open') return started
      await requireUnpaid(ctx, buyer, started.session)
    } else {
      if (isHosted && isSame({ ...known, promotion: row.promotion }, row)) row = { ...row, promotion: known.promotion }
      await closeOther(ctx, buyer, known, customer)
    }
  }
  throw new Problem('still-working', { retryAfterSeconds: 1 })
}

/**
 * In one transaction: an account that joins a team waits for it, and then cannot join while something is bought. Where it
 * joined before, its customer may have been made after that.
 */
const addCheckout = ({ db }: PaymentContext, buyer: Buyer, row: NewCheckout): Promise<CheckoutRow | null> =>
  db
    .transaction()
    .execute(async (tx) => {
      await requireInWorkspace(tx, buyer)
      return insertCheckout(tx, row)
    })
    .catch(async (error) => {
      if (error instanceof Problem) await forgetSoon(db, buyer.workspaceId)
      throw error
    })

/** A checkout without a page that may not be begun must not block others. */
const orExpired = ({ db }: PaymentContext, { id }: CheckoutRow, require: () => Promise<unknown>) =>
  require().catch(async (error) => {
    await expireUnstarted(db, id)
    throw error
  })

/**
 * Closes an unfinished purchase at the provider, before another thing is bought without a checkout: nobody pays for both.
 *
 * @throws Problem 'already-subscribed' where it is paid, or a slow payment of it is on its way; 'payments-unavailable'
 */
export async function closePurchase(ctx: PaymentContext, buyer: Buyer): Promise<void> {
  const known = await findUnfinished(ctx.db, { workspaceId: buyer.workspaceId, isCard: false })
  if (known === null) return
  const { customer } = await ensureCustomer(ctx, buyer)
  await closeOther(ctx, buyer, known, customer)
}

const isSame = (known: CheckoutRow, wish: NewCheckout): boolean =>
  known.provider === wish.provider &&
  known.kind === wish.kind &&
  known.price === wish.price &&
  known.promotion === wish.promotion &&
  known.language === wish.language &&
  known.is_by_link === (wish.is_by_link ?? false)

/** A checkout in a panel is of no use to somebody who cannot load it, nor where the operator has left the panel. */
const isShownSo = ({ config: { payments } }: PaymentContext, { way }: CheckoutRow, isHosted: boolean): boolean =>
  way?.kind !== 'panel' || (!isHosted && payments?.kind === 'stripe' && payments.ui === 'panel')

/** @throws Problem 'still-working' where another call has begun the same checkout on the other kind of page */
async function startAtProvider(
  { db, config }: PaymentContext,
  { payments: { provider } }: Buyer,
  row: CheckoutRow,
  { customer, isHosted }: { customer: string; isHosted: boolean },
): Promise<StartedCheckout> {
  if (row.session !== null && row.way !== null) return present(row.session, row.way)
  const wish = {
    customer,
    purchase: purchaseOf(row),
    promotion: row.promotion,
    language: row.language,
    backTo: linkTo(config, row.is_by_link ? paths.changedCard : paths.boughtPlan),
    leaveTo: linkTo(config, row.is_by_link ? paths.cardPage : paths.billing),
    isHosted,
  }
  // A customer who is gone is replaced while others may be asking for the same checkout: each customer has a key.
  const key = `checkout-${row.id}-${customer}${isHosted ? '-hosted' : ''}`
  const { session, go } = await provider.startCheckout(key, wish).catch(async (error) => {
    if (isPassing(error)) throw error
    // This checkout can never be opened, and must not block others.
    await expireUnstarted(db, row.id)
    const isOver = error instanceof Problem && error.code === 'checkout-closed'
    throw isOver ? new Problem('promotion-unknown') : error
  })
  if (await keepSession(db, row.id, { session, way: go })) return present(session, go)
  // Nobody has seen this session, and nobody may pay it.
  await provider.closeCheckout(session)
  throw new Problem('still-working', { retryAfterSeconds: 1 })
}

/** A failure that says nothing of the checkout: no answer, or a customer who is gone and will be replaced. */
const isPassing = (error: unknown): boolean =>
  error instanceof CustomerGone || (error instanceof Problem && error.code === 'payments-unavailable')

function purchaseOf({ kind, price }: CheckoutRow): Purchase {
  if (kind === 'card') return { kind }
  if (price === null) throw new Error('a purchase without a price')
  return kind === 'trial' ? { kind, price, days: TRIAL_DAYS } : { kind, price }
}

const present = (session: string, go: CheckoutWay): StartedCheckout => ({
  session,
  go,
  clientSecret: go.kind === 'panel' ? go.clientSecret : null,
})

async function closeOther(ctx: PaymentContext, buyer: Buyer, known: CheckoutRow, customer: string): Promise<void> {
  const { provider } = buyer.payments
  if (known.provider !== provider.kind) {
    await setState(ctx.db, known.id, 'expired')
    return
  }
  // The provider may have made a session whose id never arrived.
  const started = await startAtProvider(ctx, buyer, known, { customer, isHosted: false }).catch((error) => {
    if (isPassing(error)) throw error
    return null
  })
  if (started === null) return
  const { session } = started
  await provider.closeCheckout(session)
  await requireUnpaid(ctx, buyer, session)
}

/** @throws Problem 'already-subscribed' where a purchase was paid, or a slow payment of it is on its way */
async function requireUnpaid(ctx: PaymentContext, { workspaceId }: Buyer, session: string): Promise<void> {
  await settlePayments(ctx, workspaceId)
  const row = await findBySession(ctx.db, { workspaceId, session })
  const isPaid = row?.state === 'done' || row?.state === 'processing'
  if (isPaid && row.kind !== 'card') throw new Problem('already-subscribed')
}
