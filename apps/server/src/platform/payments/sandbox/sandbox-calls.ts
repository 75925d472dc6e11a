import { createHash } from 'node:crypto'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../../context.ts'
import { CustomerGone } from '../customer-gone.ts'
import { centsOf, makePrices, nameOf, offers, type Prices } from '../prices.ts'
import type { Books, PriceFacts } from './books.ts'
import * as store from './sandbox-store.ts'
import { settleBooks } from './settle-books.ts'

/** What the sandbox stands on. */
export interface SandboxParts extends Pick<Context, 'db' | 'clock'> {
  /** Signs its events. */
  secret: Uint8Array
  /** The address of the page where a session is paid, and where a customer goes who paid an invoice there. */
  pageOf(session: string): string
  homeUrl: string
}

/** The sandbox sells every offer at the prices of `plans.ts`. */
export const sandboxPrices: Prices = makePrices(offers.map((offer) => [offer, `sandbox_${nameOf(offer)}`]))

function priceOf(price: string): PriceFacts {
  const offer = sandboxPrices.offerOf(price)
  if (offer === null) throw new Error(`the sandbox has no price ${price}`)
  return { ...offer, cents: centsOf(offer) }
}

/** Opens the books of the customer that `of` names, applies what is due, lets `act` change them, and saves them. */
export async function inBooks<T>(
  tx: Context['db'],
  of: store.Of,
  act: (books: Books) => T | Promise<T>,
): Promise<T | null> {
  const books = await store.openBooks(tx, of, { priceOf, to: 'change' })
  if (books === null) return null
  const before = store.unchangedRows(books)
  settleBooks(books)
  const answer = await act(books)
  await store.saveBooks(tx, books, before)
  return answer
}

/** The same to look only: what is due is seen as happened, and nothing is locked or written. */
export async function readBooks<T>(db: Context['db'], of: store.Of, act: (books: Books) => T): Promise<T | null> {
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const books = await reading.execute((tx) => store.openBooks(tx, of, { priceOf, to: 'read' }))
  if (books === null) return null
  settleBooks(books)
  return act(books)
}

/** Refusals that stay the answer to their key. */
const kept = ['payment-refused', 'price-moved', 'tax-id-refused', 'promotion-used-up', 'promotion-unfit'] as const
type Kept = (typeof kept)[number]
type Answer = { done: unknown } | { refused: { code: Kept; facts: Problem['facts'] } }

/** Does a thing once per key, in one transaction; a refusal is kept like any other answer. */
export async function once<T>(
  { db }: SandboxParts,
  key: string,
  wish: unknown,
  act: (tx: Context['db']) => Promise<T>,
) {
  const hash = createHash('sha256').update(JSON.stringify(wish)).digest()
  const answer = await db.transaction().execute(async (tx): Promise<Answer> => {
    const call = await store.takeCall(tx, key, hash)
    if (call.kind === 'mismatch') throw new Error(`the payment key ${key} was used for something else`)
    if (call.kind === 'answered') return call.answer as Answer
    const fresh = await act(tx).then((done): Answer => ({ done }), asRefused)
    await store.keepCallAnswer(tx, key, fresh)
    return fresh
  })
  if ('refused' in answer) throw new Problem(answer.refused.code, answer.refused.facts)
  return answer.done as T
}

function asRefused(error: unknown): Answer {
  const code = error instanceof Problem ? kept.find((one) => one === error.code) : undefined
  if (code !== undefined) return { refused: { code, facts: (error as Problem).facts } }
  throw error
}

/** The same where the thing is a customer's. @throws Error where there is no such customer */
export const onceIn = <T>(parts: SandboxParts, key: string, wish: object, of: store.Of, act: (books: Books) => T) =>
  once(parts, key, wish, async (tx) => {
    const answer = await inBooks(tx, of, (books) => ({ is: act(books) }))
    if (answer === null) throw new Error('the sandbox knows nothing by that name')
    return answer.is
  })

/** Opens the books of a customer who may still buy. @throws CustomerGone for one who was removed, or never was */
export async function inBooksOf<T>(tx: Context['db'], customer: string, act: (books: Books) => T): Promise<T> {
  const answer = await inBooks(tx, { customer }, (books) => {
    if (books.customer.removed_at !== null) throw new CustomerGone(customer)
    return { is: act(books) }
  })
  if (answer === null) throw new CustomerGone(customer)
  return answer.is
}
