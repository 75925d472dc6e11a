/** A payment provider under test, and the verbs that its tests need. */
import { randomUUID } from 'node:crypto'
import type {
  CheckoutState,
  PaymentProvider,
  Purchase,
  SubscriptionState,
} from '../../src/platform/payments/payment-provider.ts'
import type { Offer, Prices } from '../../src/platform/payments/prices.ts'

export const GOOD = '4242424242424242'
export const FAILS_LATER = '4000000000000341'
export const CONFIRMED_ONCE = '4000002500003155'

/** What the customer does at the provider's page; a bank that asks is told `isConfirmed`. */
export type AtPage =
  | { card: string; isConfirmed?: boolean; year?: number }
  | { wallet: 'alipay' | 'wechat_pay'; outcome: 'at-once' | 'later' | 'fails-later' }

export interface ProviderUnderTest {
  provider: PaymentProvider
  prices: Prices
  /** @throws Problem as the page would show it */
  pay(session: string, how: AtPage): Promise<'paid' | 'processing' | 'confirm'>
  /** At the page of an outcome 'unpaid'. */
  payAt(url: string, how: AtPage): Promise<unknown>
  /** The customer's bank takes a payment back, or the dispute is won. */
  dispute(payment: string, state: 'open' | 'won'): Promise<void>
  /** Has the provider's time pass. */
  passDays(days: number): Promise<void>
  /** What the provider would tell now, signed, oldest first; each once. */
  takeEvents(): Promise<Array<{ body: Buffer; signature: string }>>
  /** Signs any body with the right secret at a time that is so many seconds from now. */
  sign(body: Buffer, secondsFromNow: number): string
  /** The body of an event as another version of the provider's interface would send it. */
  inOtherVersion(body: Buffer): Buffer
  close(): Promise<void>
}

export const newKey = (): string => `test-${randomUUID()}`

/** The verbs that tests need, over one provider. */
export function actsOf({ provider, prices, pay }: ProviderUnderTest) {
  const price = (offer: Partial<Offer> = {}) =>
    prices.priceOf({ role: 'pro', period: 'monthly', purchase: 'subscription', ...offer }) as string
  const customer = () =>
    provider.makeCustomer(newKey(), { account: newKey(), email: 'ada@lovelace.example', language: 'en' })
  const start = async (purchase: Purchase, more: { customer?: string; promotion?: string | null } = {}) => {
    const pages = {
      language: 'zh' as const,
      backTo: 'https://x.example/back?s={session}',
      leaveTo: 'https://x.example/',
      isHosted: false,
    }
    const owner = more.customer ?? (await customer())
    const wish = { customer: owner, purchase, promotion: more.promotion ?? null, ...pages }
    const { session, go } = await provider.startCheckout(newKey(), wish)
    return { session, go, customer: owner }
  }
  const checkout = async (session: string) => (await provider.readCheckout(session)) as CheckoutState
  const state = async (id: string) => (await provider.readSubscription(id)) as SubscriptionState
  /** A subscription that was bought at the page. */
  const subscribed = async (purchase: Purchase, card = GOOD, promotion: string | null = null) => {
    const { session, customer: owner } = await start(purchase, { promotion })
    if ((await pay(session, { card })) === 'confirm') await pay(session, { card, isConfirmed: true })
    return { customer: owner, id: (await checkout(session)).subscription as string }
  }
  return { provider, price, customer, start, checkout, state, subscribed }
}

export const refused = (reason: string) => ({ code: 'payment-refused', facts: { reason } })

/** Whole days between two instants. */
export const daysFrom = (from: Date, to: Date | null) => to && Math.round((to.getTime() - from.getTime()) / 86_400_000)
