import { newId } from '../../src/platform/ids.ts'
import type { PriceId } from '../../src/platform/payments/payment-provider.ts'
import { centsOf, makePrices, nameOf, offers } from '../../src/platform/payments/prices.ts'
import type {
  Books,
  CustomerRow,
  PriceFacts,
  PromotionRow,
  SandboxEventRow,
} from '../../src/platform/payments/sandbox/books.ts'
import { disputeInvoice } from '../../src/platform/payments/sandbox/change-subscription.ts'
import { settleBooks } from '../../src/platform/payments/sandbox/settle-books.ts'
import { noSuch } from './stripe-answers.ts'

/** What the tests' Stripe sells: every offer, under ids of its own. */
export const stripePrices = makePrices(offers.map((offer) => [offer, `price_${nameOf(offer)}`]))

function stripePriceOf(price: PriceId): PriceFacts {
  const offer = stripePrices.offerOf(price)
  if (offer === null) throw noSuch('price', price)
  return { ...offer, cents: centsOf(offer) }
}

/**
 * The books of every customer, in memory. They follow the rules of the sandbox, so that one set of rules is tested
 * twice; what this server adds is Stripe's way of speaking.
 */
export class StripeBooks {
  readonly promotions: PromotionRow[] = []
  readonly coupons = new Map<string, Record<string, string>>()
  /** Of each customer, in the order in which they were made. */
  readonly taxIds = new Map<string, Array<{ id: string; type: string; value: string }>>()
  /** Subscriptions that have a schedule, and when its last phase begins. */
  readonly scheduled = new Map<string, Date>()
  /** What became of each disputed invoice. */
  readonly disputes = new Map<string, 'needs_response' | 'won' | 'warning_needs_response'>()
  readonly events: Array<{ event: SandboxEventRow; books: Books }> = []
  readonly #all = new Map<string, Books>()
  #aheadMs = 0

  /** In whole seconds, like every time of Stripe. */
  now(): Date {
    return new Date(Math.floor((Date.now() + this.#aheadMs) / 1_000) * 1_000)
  }

  pass(days: number): void {
    this.#aheadMs += Math.round(days * 86_400) * 1_000
    for (const id of this.#all.keys()) this.open(id)
  }

  /** Back to the real time: what was made ahead of it stays as it is. */
  resetClock(): void {
    this.#aheadMs = 0
  }

  add(who: Pick<CustomerRow, 'account' | 'email' | 'language'>): Books {
    const now = this.now()
    const more = { card_id: null, credit_cents: 0, company: null, created_at: now, removed_at: null }
    const customer: CustomerRow = { id: `cus_${newId()}`, ...who, ...more }
    const lists = { cards: [], subscriptions: [], invoices: [], checkouts: [], events: [] }
    const books: Books = { now, priceOf: stripePriceOf, customer, promotions: this.promotions, ...lists }
    this.#all.set(customer.id, books)
    return books
  }

  /** The books at this instant, what was due done. What changes in them stays. */
  open(customer: string): Books {
    const books = this.#all.get(customer)
    if (books === undefined) throw noSuch('customer', customer)
    Object.assign(books, { now: this.now() })
    settleBooks(books)
    this.#takeEvents(books)
    for (const { id, period_starts_at } of books.subscriptions) {
      const lastPhase = this.scheduled.get(id)
      // A schedule is released when its last phase is over.
      if (lastPhase !== undefined && period_starts_at > lastPhase) this.scheduled.delete(id)
    }
    return books
  }

  /** The books of a customer who was not deleted, named by a field of the call, or by its path. */
  buying(customer: string, param: 'customer' | 'id' = 'customer'): Books {
    const books = this.#all.get(customer) && this.open(customer)
    if (books === undefined || books.customer.removed_at !== null) throw noSuch('customer', customer, param)
    return books
  }

  /** As if all test data of the account were deleted. */
  reset(): void {
    this.#all.clear()
  }

  /** The books of the customer who has a row with that id in one of the lists. */
  holding(list: 'subscriptions' | 'checkouts' | 'invoices' | 'cards', id: string): Books {
    for (const [customer, books] of this.#all) if (books[list].some((one) => one.id === id)) return this.open(customer)
    throw noSuch(list, id)
  }

  /** The customer's bank takes a payment back, gives it back, or only inquires. */
  dispute(payment: string, state: 'open' | 'won' | 'inquiry'): void {
    const id = payment.replace('pi_', '')
    this.disputes.set(id, state === 'won' ? 'won' : state === 'open' ? 'needs_response' : 'warning_needs_response')
    const books = this.holding('invoices', id)
    if (state !== 'inquiry') disputeInvoice(books, id, state)
    this.#takeEvents(books)
  }

  /** Every checkout of the customers with this address. */
  checkoutsOf(email: string): Books['checkouts'] {
    return [...this.#all.values()].flatMap(({ customer, checkouts }) => (customer.email === email ? checkouts : []))
  }

  /** What the last change has told. */
  #takeEvents(books: Books): void {
    for (const event of books.events.splice(0)) this.events.push({ event, books })
  }
}
