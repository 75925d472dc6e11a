import { Problem } from '@waybill/contract/core/problems'
import type { PaymentProvider, PayOutcome } from '../payment-provider.ts'
import { requireSwitchable } from '../switch-rules.ts'
import type { Books, InvoiceRow } from './books.ts'
import * as change from './change-subscription.ts'
import { openInvoiceCheckout } from './pay-checkout.ts'
import { usd } from './present-sandbox.ts'
import { inBooks, onceIn, type SandboxParts } from './sandbox-calls.ts'
import { endSubscription } from './settle-books.ts'

type Changes = Pick<
  PaymentProvider,
  'previewSwitch' | 'switchNow' | 'switchLater' | 'cancel' | 'undoScheduled' | 'payOpenInvoice' | 'refund'
>

/** What becomes of subscriptions and their payments. */
export function changesOf(parts: SandboxParts): Changes {
  /** Changes a subscription that has not ended. */
  const onLive = <T>(
    key: string,
    verb: string,
    wish: { subscription: string },
    act: (books: Books, row: ReturnType<typeof change.liveSubscription>) => T,
  ) => onceIn(parts, key, [verb, wish], wish, (books) => act(books, change.liveSubscription(books, wish.subscription)))
  return {
    previewSwitch: (wish) => previewSwitch(parts, wish),
    switchNow: (key, wish) =>
      onLive(key, 'switch', wish, (books, row) => {
        const { at, dueNow } = wish.seen
        const invoice = change.switchSubscription(books, row, { price: wish.price, at, seenCents: dueNow.minor })
        return outcomeOf(parts, books, invoice)
      }),
    switchLater: (key, wish) =>
      onLive(key, 'switch-later', wish, (books, row) => change.scheduleEnd(books, row, { price: wish.price })),
    cancel: (key, wish) =>
      onceIn(parts, key, ['cancel', wish], wish, (books) => {
        const row = change.subscriptionOf(books, wish.subscription)
        if (row.status === 'canceled') return
        if (wish.at === 'now') endSubscription(books, row, books.now)
        else change.scheduleEnd(books, row, 'cancel')
      }),
    undoScheduled: (key, wish) => onLive(key, 'undo', wish, (books, row) => change.scheduleEnd(books, row, 'renew')),
    payOpenInvoice: (key, wish) =>
      onLive(key, 'pay', wish, (books, row) => outcomeOf(parts, books, change.payOpenSandboxInvoice(books, row))),
    refund: (key, { payment, amount }) =>
      onceIn(parts, key, ['refund', payment, amount], { invoice: payment }, (books) =>
        change.refundInvoice(books, payment, amount.minor),
      ),
  }
}

async function previewSwitch(
  { db }: SandboxParts,
  { subscription, price }: { subscription: string; price: string },
): ReturnType<PaymentProvider['previewSwitch']> {
  const sums = await db.transaction().execute((tx) =>
    inBooks(tx, { subscription }, (books) => {
      const row = change.liveSubscription(books, subscription)
      requireSwitchable(row.status)
      return { at: books.now, ...change.sumSwitch(books, row, price, books.now) }
    }),
  )
  if (sums === null) throw new Problem('checkout-closed')
  const { dueCents, creditCents, nextCents, nextAt, at } = sums
  return { dueNow: usd(dueCents), credit: usd(creditCents), next: { amount: usd(nextCents), at: nextAt }, at }
}

/** What stays open is paid at a page of its own. */
function outcomeOf({ pageOf, homeUrl }: SandboxParts, books: Books, invoice: InvoiceRow | null): PayOutcome {
  if (invoice === null) return { kind: 'paid' }
  const { language } = books.customer
  return { kind: 'unpaid', payUrl: pageOf(openInvoiceCheckout(books, invoice, { language, backTo: homeUrl }).id) }
}
