import { Problem } from '@waybill/contract/core/problems'
import { mailboxMark } from '../billing/index.ts'
import type { Context } from '../context.ts'
import { hashToken } from '../platform/ids.ts'
import type { Payments } from '../platform/payments/open-payments.ts'
import type { CheckoutState, SubscriptionState } from '../platform/payments/payment-provider.ts'
import { type CheckoutRow, claimTrial } from './checkout-store.ts'
import { runningOf, statusOf } from './judge-bought.ts'
import { type Customer, listBuyingAccounts } from './payment-store.ts'

type Tidying = Pick<Context, 'db' | 'log'>

/**
 * What a provider lets happen and we do not: a second trial, and a second subscription beside one that runs. Each act
 * has a key of its own, so that doing it again does nothing.
 *
 * A trial is given once per account, mailbox and card. The card is known after the checkout: where one of the three had
 * a trial before, the subscription ends at once and without a charge. Nobody pays for what they took to be free.
 *
 * @returns all subscriptions of the customer as they are now
 * @throws Problem 'payments-unavailable'
 */
export async function tidyPurchases(
  ctx: Tidying,
  payments: Payments,
  customer: Customer,
  checkouts: ReadonlyArray<{ row: CheckoutRow; state: CheckoutState | null }>,
): Promise<SubscriptionState[]> {
  const { provider } = payments
  const list = () => provider.listSubscriptions(customer.customer)
  let found = await list()
  if (await useNewCards(payments, customer, checkouts, found)) found = await list()
  let hasRefused = false
  for (const subscription of found) {
    if (await refuseTrial(ctx, payments, customer, subscription)) hasRefused = true
  }
  if (hasRefused) found = await list()
  const others = runningOf(found).slice(1)
  for (const other of others) await endSecond(ctx, payments, other)
  return others.length > 0 ? list() : found
}

/** A card that was given at a checkout of its own is charged from now on, at once where a payment is overdue. */
async function useNewCards(
  { provider }: Payments,
  { customer }: Customer,
  checkouts: ReadonlyArray<{ row: CheckoutRow; state: CheckoutState | null }>,
  subscriptions: readonly SubscriptionState[],
): Promise<boolean> {
  let isNew = false
  for (const { row, state } of checkouts) {
    if (state?.kind !== 'card' || state.paymentMethod === null) continue
    const { paymentMethod } = state
    try {
      await provider.useCard(`card-${row.id}`, { customer, paymentMethod })
      isNew = true
      const due = runningOf(subscriptions).find(({ status }) => status === 'past_due' || status === 'unpaid')
      if (due !== undefined) await provider.payOpenInvoice(`card-pay-${row.id}`, { subscription: due.id })
    } catch (error) {
      // The bank refused: pages go on showing the card that is charged, and what is overdue.
      if (!(error instanceof Problem) || error.code === 'payments-unavailable') throw error
    }
  }
  return isNew
}

async function refuseTrial(
  { db, log }: Tidying,
  { provider }: Payments,
  { workspaceId }: Customer,
  { id, status, trialEndsAt, card }: SubscriptionState,
): Promise<boolean> {
  if (trialEndsAt === null || statusOf(status) === 'ended') return false
  const marks = (await listBuyingAccounts(db, workspaceId)).flatMap(trialMarks)
  if (card?.fingerprint) marks.push(`card:${hashToken(card.fingerprint).toString('hex')}`)
  // One that was charged meanwhile is paid for.
  if ((await claimTrial(db, id, marks)) || status !== 'trialing') return false
  log.info({ subscription: id }, 'a second trial is refused')
  await provider.cancel(`second-trial-${id}`, { subscription: id, at: 'now' })
  return true
}

/** What stands for who has a trial, beside the card. */
export const trialMarks = ({ id, email }: { id: string; email: string }): string[] => [
  `account:${id}`,
  `mailbox:${mailboxMark(email)}`,
]

/** Ends the newer of two subscriptions and gives back what it cost. */
async function endSecond({ log }: Tidying, { provider }: Payments, { id, customer }: SubscriptionState): Promise<void> {
  log.warn({ subscription: id }, 'a second subscription is ended and paid back')
  await provider.cancel(`second-${id}`, { subscription: id, at: 'now' })
  for (const { id: invoice, subscription, payment, amount } of await provider.listInvoices(customer)) {
    if (subscription !== id || payment === null) continue
    await provider.refund(`second-${invoice}`, { payment, amount }).catch((error) => {
      if (!(error instanceof Problem) || error.code !== 'payment-refused') throw error
      log.error({ invoice }, 'a second subscription could not be paid back')
    })
  }
}
