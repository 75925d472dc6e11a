import { Problem } from '@waybill/contract/core/problems'
import type { CheckoutWay, PaymentProvider } from '../payment-provider.ts'
import { type Books, cardInUse, sandboxId } from './books.ts'
import { startSubscription, subscriptionOf } from './change-subscription.ts'
import { openCheckout } from './pay-checkout.ts'
import { presentCheckout, presentInvoice, presentPayment, presentSubscription } from './present-sandbox.ts'
import { isRedeemable } from './promotions.ts'
import { inBooks, inBooksOf, once, type SandboxParts } from './sandbox-calls.ts'
import { changesOf } from './sandbox-changes.ts'
import { companyOf } from './sandbox-company.ts'
import { promotionsOf } from './sandbox-promotions.ts'
import { readSigned } from './sandbox-signature.ts'
import * as store from './sandbox-store.ts'
import { endSubscription } from './settle-books.ts'
import { judgeLater } from './test-cards.ts'

/** A payment provider in the database of this server, for test cards alone (payment-provider.ts). */
export function openSandbox(parts: SandboxParts): PaymentProvider {
  const read = <T>(of: store.Of, act: (books: Books) => T) =>
    parts.db.transaction().execute((tx) => inBooks(tx, of, act))
  return {
    kind: 'sandbox',
    ...customersOf(parts),
    ...checkoutsOf(parts),
    ...changesOf(parts),
    ...promotionsOf(parts),
    ...companyOf(parts),
    readPayment: (payment) =>
      read({ invoice: payment }, ({ invoices }) => {
        const found = invoices.find(({ id }) => id === payment)
        return found === undefined ? null : presentPayment(found)
      }),
    listInvoices: async (customer) =>
      (await read({ customer }, ({ invoices }) => invoices.toReversed().slice(0, 100).map(presentInvoice))) ?? [],
    readSubscription: (id) =>
      read({ subscription: id }, (books) => presentSubscription(books, subscriptionOf(books, id))),
    listSubscriptions: async (customer) =>
      (await read({ customer }, (books) =>
        books.subscriptions
          .toReversed()
          .slice(0, 100)
          .map((row) => presentSubscription(books, row)),
      )) ?? [],
    readEvent: (rawBody, signature) => readSigned(rawBody, signature, parts.secret, parts.clock.nowMs()),
  }
}

/** `removeCustomer` of the port, also for a server that sells by another provider now, or not at all. */
export function removeSandboxCustomer({ db }: Pick<SandboxParts, 'db'>, customer: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await inBooks(tx, { customer }, (books) => {
      for (const row of books.subscriptions) if (row.status !== 'canceled') endSubscription(books, row, books.now)
      for (const row of books.checkouts) if (row.status === 'open') row.status = 'expired'
      for (const row of books.invoices) row.company = null
      Object.assign(books.customer, { email: '', card_id: null, company: null, removed_at: books.now })
    })
    await store.forgetCards(tx, customer)
  })
}

function customersOf(
  parts: SandboxParts,
): Pick<PaymentProvider, 'makeCustomer' | 'removeCustomer' | 'useCard' | 'hasCard' | 'subscribe'> {
  return {
    makeCustomer: (key, who) =>
      once(parts, key, ['customer', who], async (tx) => {
        const id = sandboxId('cus')
        await store.insertCustomer(tx, { id, ...who })
        return id
      }),
    removeCustomer: (customer) => removeSandboxCustomer(parts, customer),
    useCard: (key, wish) =>
      once(parts, key, ['card', wish], (tx) =>
        inBooksOf(tx, wish.customer, (books) => {
          const card = books.cards.find(({ id }) => id === wish.paymentMethod)
          if (card === undefined) throw new Problem('payment-refused', { reason: 'card-incorrect' })
          const refusal = judgeLater(card, books.now)
          if (refusal === 'card-expired') throw new Problem('payment-refused', { reason: refusal })
          books.customer.card_id = card.id
        }),
      ),
    hasCard: (customer) =>
      parts.db.transaction().execute((tx) => inBooksOf(tx, customer, (books) => cardInUse(books) !== null)),
    subscribe: (key, wish) =>
      once(parts, key, ['subscribe', wish], (tx) =>
        inBooksOf(tx, wish.customer, (books) => {
          const { price, days } = wish
          return startSubscription(books, { price, days, promotion: null, isPaidAtPage: false }).id
        }),
      ),
  }
}

function checkoutsOf(parts: SandboxParts): Pick<PaymentProvider, 'startCheckout' | 'readCheckout' | 'closeCheckout'> {
  return {
    startCheckout: (key, wish) =>
      once(parts, key, ['checkout', wish], async (tx) => {
        await requirePromotion(tx, wish.promotion)
        const session = await inBooksOf(tx, wish.customer, (books) => openCheckout(books, wish).id)
        const go: CheckoutWay = { kind: 'redirect', url: parts.pageOf(session) }
        return { session, go }
      }),
    readCheckout: (session) =>
      parts.db.transaction().execute((tx) =>
        inBooks(tx, { checkout: session }, (books) => {
          const row = books.checkouts.find(({ id }) => id === session)
          return row === undefined ? null : presentCheckout(books, row)
        }),
      ),
    closeCheckout: async (session) => {
      await parts.db.transaction().execute((tx) =>
        inBooks(tx, { checkout: session }, (books) => {
          for (const row of books.checkouts) if (row.id === session && row.status === 'open') row.status = 'expired'
        }),
      )
    },
  }
}

/** @throws Problem 'checkout-closed' where it has run out since it was found */
async function requirePromotion(tx: SandboxParts['db'], id: string | null): Promise<void> {
  if (id === null) return
  const promotion = await store.findPromotionRow(tx, { id })
  if (promotion === null || !isRedeemable(promotion, await store.sandboxNow(tx))) throw new Problem('checkout-closed')
}
