import type { BillingView, SubscriptionView } from '@waybill/contract/billing/payment-shapes'
import { isOverdue } from '@waybill/contract/billing/standing'
import type { Language } from '@waybill/contract/core/fields'
import { Problem } from '@waybill/contract/core/problems'
import { readBought } from '../billing/index.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../platform/http/actor.ts'
import type { PayOutcome } from '../platform/payments/payment-provider.ts'
import { type Buyer, changeAtProvider, type PaymentContext, requireBuyer } from './ask-provider.ts'
import { beginCheckout, type StartedCheckout } from './begin-checkout.ts'
import { readBilling } from './read-billing.ts'
import { settlePayments } from './settle-payments.ts'

type Asking = Pick<Actor, 'account' | 'language'>

/** The subscription that runs. @throws Problem 'no-subscription' */
export async function requireSubscription(
  { db }: Pick<Context, 'db'>,
  { workspaceId, payments }: Buyer,
): Promise<{ subscription: string; view: SubscriptionView }> {
  const bought = await readBought(db, workspaceId)
  if (bought?.subscription == null || bought.view === null || bought.provider !== payments.provider.kind) {
    throw new Problem('no-subscription')
  }
  return { subscription: bought.subscription, view: bought.view }
}

/**
 * Does something with the subscription that our row shows. Where the provider says that it is closed, our row is out of
 * date: it is read again, and `judge` says what holds now.
 *
 * @throws Problem what `judge` throws; 'checkout-closed' where it finds nothing wrong
 */
export async function orWhatHolds<T>(
  ctx: Pick<Context, 'db' | 'payments' | 'log'>,
  buyer: Buyer,
  act: () => Promise<T>,
  judge: () => Promise<unknown> = () => requireSubscription(ctx, buyer),
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'checkout-closed')) throw error
    await settlePayments(ctx, buyer.workspaceId)
    await judge()
    throw error
  }
}

/**
 * Ends the subscription at the end of its period; at once where a payment is overdue, for that period was never paid.
 *
 * @throws Problem as the endpoint says
 */
export async function cancelPlan(ctx: PaymentContext, actor: Asking): Promise<BillingView> {
  const buyer = await requireBuyer(ctx, actor)
  const { subscription, view } = await requireSubscription(ctx, buyer)
  const { workspaceId, payments } = buyer
  const wish = { subscription, at: isOverdue(view.status) ? 'now' : 'period-end' } as const
  await changeAtProvider(ctx, { workspaceId, verb: 'cancel', wish }, (key) => payments.provider.cancel(key, wish))
  return readBilling(ctx, buyer.account.id)
}

/** Takes back what waits for the end of the period. @throws Problem as the endpoint says */
export async function undoScheduled(ctx: PaymentContext, actor: Asking): Promise<BillingView> {
  const buyer = await requireBuyer(ctx, actor)
  const { subscription } = await requireSubscription(ctx, buyer)
  const { workspaceId, payments } = buyer
  const wish = { subscription }
  await orWhatHolds(ctx, buyer, () =>
    changeAtProvider(ctx, { workspaceId, verb: 'undo', wish }, (key) => payments.provider.undoScheduled(key, wish)),
  )
  return readBilling(ctx, buyer.account.id)
}

/** Tries what is overdue on the card. @throws Problem as the endpoint says */
export async function payOpenInvoice(ctx: PaymentContext, actor: Asking): Promise<PayOutcome> {
  const buyer = await requireBuyer(ctx, actor)
  return payOverdue(ctx, buyer, (await requireSubscription(ctx, buyer)).subscription)
}

export function payOverdue(ctx: PaymentContext, buyer: Buyer, subscription: string): Promise<PayOutcome> {
  const { workspaceId, payments } = buyer
  const wish = { subscription }
  return orWhatHolds(ctx, buyer, () =>
    changeAtProvider(ctx, { workspaceId, verb: 'pay', wish }, (key) => payments.provider.payOpenInvoice(key, wish)),
  )
}

/** Begins a checkout that takes another card. @throws Problem as the endpoint says */
export async function changeCard(
  ctx: PaymentContext,
  actor: Asking,
  { language, hosted }: { language?: Language | undefined; hosted?: boolean | undefined },
): Promise<StartedCheckout> {
  const buyer = await requireBuyer(ctx, actor)
  await requireSubscription(ctx, buyer)
  const wish = {
    kind: 'card',
    price: null,
    promotion: null,
    language: language ?? actor.language,
    isHosted: hosted ?? false,
  } as const
  return beginCheckout(ctx, buyer, wish, () => requireSubscription(ctx, buyer))
}
