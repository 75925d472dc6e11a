import { expect, test } from 'vitest'
import { addSubscription, type Books, type CustomerRow } from './books.ts'
import { startSubscription } from './change-subscription.ts'
import { keepCard } from './pay-checkout.ts'
import { settleBooks } from './settle-books.ts'

const at = (text: string) => new Date(`${text}T10:00:00.000Z`)
const facts = { m: { cents: 2_900, period: 'monthly' }, y: { cents: 22_800, period: 'yearly' } } as const

function booksAt(now: Date, card = { number: '4242424242424242', month: 12, year: 2090 }): Books {
  const customer: CustomerRow = {
    id: 'cus',
    account: 'a',
    email: 'ada@lovelace.example',
    language: 'en',
    card_id: null,
    credit_cents: 0,
    company: null,
    created_at: now,
    removed_at: null,
  }
  const lists = { cards: [], promotions: [], subscriptions: [], invoices: [], checkouts: [], events: [] }
  const priceOf = (price: string) => ({ ...facts[price as 'm' | 'y'], purchase: 'subscription' as const })
  const books: Books = { now, priceOf, customer, ...lists }
  customer.card_id = keepCard(books, card)
  return books
}

/** The same books at a later time, when what was due has happened. */
function later(books: Books, now: Date): Books {
  const moved = { ...books, now, events: [] }
  settleBooks(moved)
  return moved
}

test('a year that begins on 29 February renews on 28 February, and in the next leap year on the 29th', () => {
  const books = booksAt(at('2028-02-29'))
  const subscription = startSubscription(books, { price: 'y', days: 0, promotion: null, isPaidAtPage: true })
  const ends = ['2028-03-01', '2029-03-01', '2030-03-01', '2031-03-01', '2032-03-01'].map((day) => {
    later(books, at(day))
    return subscription.period_ends_at.toISOString().slice(0, 10)
  })
  expect(ends).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29', '2033-02-28'])
  expect(books.invoices.map(({ amount_cents }) => amount_cents)).toEqual([22_800, 22_800, 22_800, 22_800, 22_800])
})

test('what fell due while nobody looked happens at its own instants', () => {
  const books = booksAt(at('2027-01-31'))
  startSubscription(books, { price: 'm', days: 7, promotion: null, isPaidAtPage: true })
  later(books, at('2027-05-01'))
  expect(books.invoices.map(({ paid_at }) => paid_at?.toISOString().slice(0, 10))).toEqual([
    '2027-02-07',
    '2027-03-07',
    '2027-04-07',
  ])
})

test('a card that runs out fails when it is charged next: three more tries, then none', () => {
  const books = booksAt(at('2027-01-10'), { number: '4242424242424242', month: 1, year: 2027 })
  const subscription = startSubscription(books, { price: 'm', days: 0, promotion: null, isPaidAtPage: true })
  const statuses = ['2027-02-09', '2027-02-10', '2027-02-13', '2027-02-18', '2027-02-25', '2027-06-01'].map((day) => {
    const { events } = later(books, at(day))
    return [subscription.status, events.filter(({ kind }) => kind === 'payment-failed').length]
  })
  expect(statuses).toEqual([
    ['active', 0],
    ['past_due', 1],
    ['past_due', 1],
    ['past_due', 1],
    ['unpaid', 1],
    ['unpaid', 0],
  ])
})

test('a bank that wants to see the owner is told apart from one that refuses', () => {
  const books = booksAt(at('2027-01-10'), { number: '4000002760003184', month: 1, year: 2090 })
  const subscription = startSubscription(books, { price: 'm', days: 0, promotion: null, isPaidAtPage: true })
  const { events } = later(books, at('2027-02-10'))
  expect([subscription.status, ...events.map(({ kind }) => kind)]).toEqual([
    'past_due',
    'action-required',
    'subscription-changed',
  ])
})

test('a trial without a card ends with its days', () => {
  const books = booksAt(at('2027-01-10'))
  const subscription = addSubscription(books, { price: 'm', days: 7, promotion: null, at: books.now })
  books.customer.card_id = null
  later(books, at('2027-01-17'))
  expect([subscription.status, subscription.ended_at]).toEqual(['canceled', at('2027-01-17')])
})

test('what a switch left over pays the next invoices', () => {
  const books = booksAt(at('2027-01-10'))
  startSubscription(books, { price: 'm', days: 0, promotion: null, isPaidAtPage: true })
  books.customer.credit_cents = 4_000
  later(books, at('2027-03-10'))
  expect(books.invoices.map(({ amount_cents, status }) => [amount_cents, status])).toEqual([
    [2_900, 'paid'],
    [0, 'paid'],
    [1_800, 'paid'],
  ])
  expect(books.customer.credit_cents).toBe(0)
})
