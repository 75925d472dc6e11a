/** What every payment provider promises, as tests; each adapter's test file runs them against its own. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  actsOf,
  CONFIRMED_ONCE,
  daysFrom,
  FAILS_LATER,
  GOOD,
  newKey,
  type ProviderUnderTest,
  refused,
} from '#test/payments/provider-acts'
import { describeCalendar } from './payment-calendar.conformance.ts'
import { describeCompany } from './payment-company.conformance.ts'
import { describeEvents } from './payment-events.conformance.ts'
import { describeFaults } from './payment-faults.conformance.ts'
import { describePromotions } from './payment-promotions.conformance.ts'
import { describeSwitches } from './payment-switches.conformance.ts'
import { describeTime } from './payment-time.conformance.ts'

export function describePaymentProvider(name: string, open: () => Promise<ProviderUnderTest>): void {
  describe(name, () => {
    let subject: ProviderUnderTest
    beforeAll(async () => {
      subject = await open()
    })
    afterAll(() => subject?.close())
    describeCustomers(() => subject)
    describeCheckouts(() => subject)
    describeTime(() => subject)
    describeSwitches(() => subject)
    describeEvents(() => subject)
    describeCompany(() => subject)
    describePromotions(() => subject)
    describeFaults(() => subject)
    describeCalendar(() => subject)
  })
}

function describeCustomers(subjectOf: () => ProviderUnderTest): void {
  test('a customer made twice with one key is one, and another wish under that key is a bug', async () => {
    const { provider } = subjectOf()
    const key = newKey()
    const who = { account: 'a', email: 'ada@lovelace.example', language: 'en' as const }
    const made = await Promise.all([1, 2, 3].map(() => provider.makeCustomer(key, who)))
    expect(new Set(made).size).toBe(1)
    await expect(provider.makeCustomer(key, { ...who, account: 'b' })).rejects.not.toHaveProperty(
      'code',
      'payment-refused',
    )
    expect(await provider.makeCustomer(newKey(), who)).not.toBe(made[0])
  })

  test('twenty calls at once with one key start one subscription', async () => {
    const { subscribed, provider, price } = actsOf(subjectOf())
    const { customer, id } = await subscribed({ kind: 'subscription', price: price() })
    await provider.cancel(newKey(), { subscription: id, at: 'now' })
    const [key, wish] = [newKey(), { customer, price: price({ role: 'personal' }), days: 7 }]
    const ids = await Promise.all(Array.from({ length: 20 }, () => provider.subscribe(key, wish)))
    expect(new Set(ids).size).toBe(1)
    expect((await provider.listSubscriptions(customer)).map((one) => [one.id, one.status])).toEqual([
      [ids[0], 'trialing'],
      [id, 'canceled'],
    ])
  })

  test('a customer without a card is known, and is refused a subscription', async () => {
    const { provider, price, customer } = actsOf(subjectOf())
    const stranger = await customer()
    expect(await provider.hasCard(stranger)).toBe(false)
    const wish = { customer: stranger, price: price(), days: 7 }
    await expect(provider.subscribe(newKey(), wish)).rejects.toMatchObject({ code: 'payment-refused' })
    expect(await provider.listSubscriptions(stranger)).toEqual([])
  })

  test('a card that fails is refused without a subscription, and its key stays refused', async () => {
    const { provider, subscribed, price, start, checkout } = actsOf(subjectOf())
    const { customer, id } = await subscribed({ kind: 'trial', price: price(), days: 7 }, FAILS_LATER)
    await provider.cancel(newKey(), { subscription: id, at: 'now' })
    const [key, wish] = [newKey(), { customer, price: price(), days: 0 }]
    for (const _ of [1, 2]) await expect(provider.subscribe(key, wish)).rejects.toMatchObject(refused('card-declined'))
    const { session } = await start({ kind: 'card' }, { customer })
    await subjectOf().pay(session, { card: GOOD })
    const paymentMethod = (await checkout(session)).paymentMethod as string
    await provider.useCard(newKey(), { customer, paymentMethod })
    await expect(provider.subscribe(key, wish)).rejects.toMatchObject(refused('card-declined'))
    expect(await provider.listSubscriptions(customer)).toHaveLength(1)
    expect(await provider.hasCard(customer)).toBe(true)
    await provider.subscribe(newKey(), wish)
    const [newest] = await provider.listSubscriptions(customer)
    expect(newest).toMatchObject({ status: 'active', card: { last4: '4242' } })
  })

  test('a card that is unknown, or another customer’s, is refused and changes nothing', async () => {
    const { provider, subscribed, price, start, checkout, state } = actsOf(subjectOf())
    const { customer, id } = await subscribed({ kind: 'subscription', price: price() })
    const { session } = await start({ kind: 'card' })
    await subjectOf().pay(session, { card: '5555555555554444' })
    const foreign = (await checkout(session)).paymentMethod as string
    for (const paymentMethod of ['pm_nothing', foreign]) {
      const used = provider.useCard(newKey(), { customer, paymentMethod })
      await expect(used).rejects.toMatchObject(refused('card-incorrect'))
    }
    expect((await state(id)).card).toMatchObject({ last4: '4242' })
  })

  test('a removed customer has no subscription any more, and removing is idempotent', async () => {
    const { provider, subscribed, price, state } = actsOf(subjectOf())
    const { customer, id } = await subscribed({ kind: 'subscription', price: price() })
    await provider.removeCustomer(customer)
    await provider.removeCustomer(customer)
    const { status, endedAt } = await state(id)
    expect([status, endedAt === null]).toEqual(['canceled', false])
  })

  test('what is not there is null, or an empty list', async () => {
    const { provider } = subjectOf()
    expect(await provider.readSubscription('sub_nothing')).toBe(null)
    expect(await provider.readCheckout('cs_nothing')).toBe(null)
    expect(await provider.findPromotion('NOTHING')).toBe(null)
    expect(await provider.listInvoices(await actsOf(subjectOf()).customer())).toEqual([])
  })
}

function describeCheckouts(subjectOf: () => ProviderUnderTest): void {
  test('a checkout is open until it is paid, and started twice with one key it is one', async () => {
    const { provider, customer, price, checkout, state } = actsOf(subjectOf())
    const owner = await customer()
    const wish = {
      customer: owner,
      purchase: { kind: 'trial' as const, price: price({ period: 'yearly' }), days: 7 },
      promotion: null,
      language: 'en' as const,
      backTo: 'https://x.example/back?s={session}',
      leaveTo: 'https://x.example/',
      isHosted: false,
    }
    const key = newKey()
    const { session, go } = await provider.startCheckout(key, wish)
    expect(await provider.startCheckout(key, wish)).toEqual({ session, go })
    const before = { session, customer: owner, kind: 'trial', price: price({ period: 'yearly' }) }
    const opened = await checkout(session)
    expect(opened).toMatchObject({ ...before, status: 'open', subscription: null })
    expect(daysFrom(opened.createdAt, opened.expiresAt)).toBe(1)
    expect(await subjectOf().pay(session, { card: GOOD })).toBe('paid')
    const { status, subscription } = await checkout(session)
    expect(status).toBe('paid')
    const made = await state(subscription as string)
    expect(made).toMatchObject({
      customer: owner,
      status: 'trialing',
      price: price({ period: 'yearly' }),
      amount: { minor: 22_800, currency: 'usd' },
      scheduled: null,
      discount: null,
      card: { brand: 'visa', last4: '4242' },
    })
    expect(made.card?.fingerprint).toEqual(expect.any(String))
    expect(daysFrom(made.createdAt, made.trialEndsAt)).toBe(7)
    await expect(subjectOf().pay(session, { card: GOOD })).rejects.toMatchObject({ code: 'checkout-closed' })
  })

  test.each([
    ['4000000000000002', 'card-declined'],
    ['4000000000009995', 'insufficient-funds'],
    ['4000000000000069', 'card-expired'],
    [FAILS_LATER, 'card-declined'],
  ])('card %s is refused as %s, and another card pays', async (card, reason) => {
    const { start, price, checkout } = actsOf(subjectOf())
    const { session } = await start({ kind: 'subscription', price: price() })
    await expect(subjectOf().pay(session, { card })).rejects.toMatchObject(refused(reason))
    expect((await checkout(session)).status).toBe('open')
    await subjectOf().pay(session, { card: GOOD })
    expect((await checkout(session)).status).toBe('paid')
  })

  test('a bank that asks decides: no is refused, yes is paid', async () => {
    const { start, price, checkout, state } = actsOf(subjectOf())
    const { session } = await start({ kind: 'subscription', price: price() })
    const card = CONFIRMED_ONCE
    expect(await subjectOf().pay(session, { card })).toBe('confirm')
    await expect(subjectOf().pay(session, { card, isConfirmed: false })).rejects.toMatchObject(
      refused('authentication-failed'),
    )
    await subjectOf().pay(session, { card, isConfirmed: true })
    const { subscription } = await checkout(session)
    expect(await state(subscription as string)).toMatchObject({ status: 'active', card: { last4: '3155' } })
  })

  test('a checkout that is left open expires, one that is closed takes no payment', async () => {
    const { provider, start, price, checkout } = actsOf(subjectOf())
    const left = await start({ kind: 'subscription', price: price() })
    const closed = await start({ kind: 'subscription', price: price() }, { customer: left.customer })
    await provider.closeCheckout(closed.session)
    await provider.closeCheckout(closed.session)
    await subjectOf().passDays(1.01)
    for (const { session } of [left, closed]) {
      expect((await checkout(session)).status).toBe('expired')
      await expect(subjectOf().pay(session, { card: GOOD })).rejects.toMatchObject({ code: 'checkout-closed' })
    }
    expect(await provider.listSubscriptions(left.customer)).toEqual([])
  })

  test('prepaid is paid once, at once or later, and makes no subscription', async () => {
    const { provider, start, price, checkout } = actsOf(subjectOf())
    const purchase = { kind: 'prepaid' as const, price: price({ period: 'yearly', purchase: 'prepaid' }) }
    const [now, later, never] = [await start(purchase), await start(purchase), await start(purchase)]
    await subjectOf().pay(now.session, { card: GOOD })
    await subjectOf().pay(later.session, { wallet: 'alipay', outcome: 'later' })
    await subjectOf().pay(never.session, { wallet: 'wechat_pay', outcome: 'fails-later' })
    const statuses = () => Promise.all([now, later, never].map(async ({ session }) => (await checkout(session)).status))
    expect(await statuses()).toEqual(['paid', 'processing', 'processing'])
    await subjectOf().passDays(1.01)
    expect(await statuses()).toEqual(['paid', 'paid', 'failed'])
    const { payment, paid, subscription } = await checkout(later.session)
    expect([paid, subscription]).toEqual([{ minor: 22_800, currency: 'usd' }, null])
    expect(payment).toEqual(expect.any(String))
    expect((await checkout(never.session)).payment).toBe(null)
    expect(await provider.listSubscriptions(later.customer)).toEqual([])
  })
}
