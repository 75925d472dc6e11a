import { testCardNumbers } from '@waybill/contract/billing/test-cards'
import type { Card, Refusal } from '../payment-provider.ts'

/** What a test card does, at a page with its owner before it and later without them. */
export interface TestCard {
  number: string
  brand: 'visa' | 'mastercard'
  /** Refused wherever it is used. */
  refuses: Refusal | null
  /** Whether the bank wants to see its owner: at the page alone, or with every payment. */
  asksOwner: 'never' | 'at-page' | 'always'
  /** What the bank says to a payment without a page. */
  refusesLater: Refusal | null
}

const card = (number: string, more: Partial<TestCard> = {}): TestCard => ({
  number,
  brand: number.startsWith('5') ? 'mastercard' : 'visa',
  refuses: null,
  asksOwner: 'never',
  refusesLater: null,
  ...more,
})

const testCards: readonly TestCard[] = [
  card(testCardNumbers.works),
  card(testCardNumbers.mastercard),
  card(testCardNumbers.asksAtPage, { asksOwner: 'at-page' }),
  card(testCardNumbers.asksAlways, { asksOwner: 'always', refusesLater: 'authentication-required' }),
  card(testCardNumbers.declined, { refuses: 'card-declined' }),
  card(testCardNumbers.insufficientFunds, { refuses: 'insufficient-funds' }),
  card(testCardNumbers.expired, { refuses: 'card-expired' }),
  card(testCardNumbers.failsLater, { refusesLater: 'card-declined' }),
]

export interface TypedCard {
  number: string
  month: number
  year: number
}

/** The listed card of a typed number, with blanks or without; null for every other. */
export const findTestCard = (typed: string): TestCard | null =>
  testCards.find(({ number }) => number === typed.replace(/[ -]/g, '')) ?? null

/** Why a card is not taken at a page; null: it is. A card is good until its month ends, UTC. */
export function judgeCard({ number, month, year }: TypedCard, now: Date): Refusal | null {
  const listed = findTestCard(number)
  if (listed === null || !isWithin(month, 1, 12) || !isWithin(year, 0, 9_999)) return 'card-incorrect'
  return Date.UTC(year, month, 1) <= now.getTime() ? 'card-expired' : listed.refuses
}

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most

/** The same for a payment without a page. */
export function judgeLater(typed: TypedCard | null, now: Date): Refusal | null {
  if (typed === null) return 'card-declined'
  return judgeCard(typed, now) ?? findTestCard(typed.number)?.refusesLater ?? null
}

/** Another expiry is another card, so that several testers can each begin a trial with one of the listed numbers. */
export function presentCard({ number, month, year }: TypedCard): Card {
  const { brand } = findTestCard(number) ?? { brand: 'visa' }
  return { brand, last4: number.slice(-4), month, year, fingerprint: `sandbox-${number}-${month}-${year}` }
}
