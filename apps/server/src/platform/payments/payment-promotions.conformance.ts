import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { actsOf, newKey, type ProviderUnderTest } from '#test/payments/provider-acts'
import type { PromotionWish } from './payment-particulars.ts'

const HALF: Omit<PromotionWish, 'code'> = {
  percentOff: 50,
  amountOff: null,
  months: null,
  redeemBy: null,
  maxRedemptions: null,
}

/** Promotions of the operator, and giving one to a subscription that runs. */
export function describePromotions(subjectOf: () => ProviderUnderTest): void {
  const make = async (more: Partial<PromotionWish> = {}) => {
    const { provider } = subjectOf()
    const code = `T${randomUUID().slice(0, 8).toUpperCase()}`
    return { code, promotion: await provider.makePromotion(newKey(), { code, ...HALF, ...more }) }
  }

  test('a promotion is listed with what it gives, until it is ended, and its code is free again', async () => {
    const { provider } = subjectOf()
    // The provider's time may be years ahead.
    const redeemBy = new Date('2090-01-31T23:59:59Z')
    const wish = { percentOff: null, amountOff: { minor: 500, currency: 'usd' }, months: 3, redeemBy }
    const { code, promotion } = await make({ ...wish, maxRedemptions: 5 })
    const state = { ...wish, id: promotion, code, maxRedemptions: 5, redemptions: 0, status: 'open' }
    expect(await provider.readPromotion(code.toLowerCase())).toMatchObject(state)
    expect((await provider.listPromotions()).find(({ id }) => id === promotion)).toMatchObject(state)
    await provider.endPromotion(promotion)
    await provider.endPromotion(promotion)
    expect(await provider.readPromotion(code)).toMatchObject({ id: promotion, status: 'ended' })
    expect(await provider.findPromotion(code)).toBe(null)
    const next = await provider.makePromotion(newKey(), { code, ...HALF })
    expect(next).not.toBe(promotion)
    expect(await provider.readPromotion(code)).toMatchObject({ id: next, status: 'open' })
    expect(await provider.readPromotion('NOTHING')).toBe(null)
  })

  test('a promotion lowers the next charge of a running subscription as its preview says', async () => {
    const { provider, subscribed, price, state } = actsOf(subjectOf())
    const { customer, id } = await subscribed({ kind: 'subscription', price: price() })
    const { code, promotion } = await make()
    const before = await state(id)
    const seen = await provider.previewPromotion({ subscription: id, promotion })
    expect(seen).toEqual({ amount: { minor: 1_450, currency: 'usd' }, at: before.periodEndsAt })
    expect((await state(id)).discount).toBe(null)
    const key = newKey()
    for (const _ of [1, 2]) await provider.applyPromotion(key, { subscription: id, promotion })
    expect((await state(id)).discount).toMatchObject({ promotion, name: code, percentOff: 50, endsAt: null })
    expect(await provider.readPromotion(code)).toMatchObject({ redemptions: 1 })
    await subjectOf().passDays(31.1)
    const [newest] = await provider.listInvoices(customer)
    expect(newest).toMatchObject({ amount: { minor: 1_450 }, status: 'paid', price: price(), tax: null })
  })

  test('a subscription has one promotion at a time, and another after that', async () => {
    const { provider, subscribed, price, state } = actsOf(subjectOf())
    const { id } = await subscribed({ kind: 'subscription', price: price() })
    const [first, second] = [await make({ months: 1 }), await make()]
    await provider.applyPromotion(newKey(), { subscription: id, promotion: first.promotion })
    const again = provider.applyPromotion(newKey(), { subscription: id, promotion: second.promotion })
    await expect(again).rejects.toMatchObject({ code: 'promotion-unfit', facts: { because: 'has-one' } })
    expect(await provider.readPromotion(second.code)).toMatchObject({ redemptions: 0 })
    await subjectOf().passDays(32)
    await provider.applyPromotion(newKey(), { subscription: id, promotion: second.promotion })
    expect((await state(id)).discount).toMatchObject({ promotion: second.promotion })
  })

  test('a promotion that ends before the next charge takes nothing off it', async () => {
    const { provider, subscribed, price } = actsOf(subjectOf())
    const { id } = await subscribed({ kind: 'subscription', price: price({ period: 'yearly' }) })
    const { promotion } = await make({ months: 2 })
    const { amount } = await provider.previewPromotion({ subscription: id, promotion })
    expect(amount).toEqual({ minor: 22_800, currency: 'usd' })
  })

  test('a switch that waits for the end of the period stays, and gets the promotion', async () => {
    const { provider, subscribed, price, state } = actsOf(subjectOf())
    const { customer, id } = await subscribed({ kind: 'subscription', price: price() })
    const next = price({ role: 'personal' })
    await provider.switchLater(newKey(), { subscription: id, price: next })
    const { promotion } = await make()
    await provider.applyPromotion(newKey(), { subscription: id, promotion })
    expect(await state(id)).toMatchObject({ scheduled: { kind: 'switch', price: next }, discount: { promotion } })
    await subjectOf().passDays(31.1)
    const [newest] = await provider.listInvoices(customer)
    expect(newest).toMatchObject({ amount: { minor: 600 }, price: next })
  })

  test('of twenty subscriptions that ask for the last redemption at once, one gets it', async () => {
    const { provider, subscribed, price, state } = actsOf(subjectOf())
    const { code, promotion } = await make({ maxRedemptions: 1 })
    const ids: string[] = []
    for (let i = 0; i < 20; i += 1) ids.push((await subscribed({ kind: 'subscription', price: price() })).id)
    const given = await Promise.allSettled(
      ids.map((subscription) => provider.applyPromotion(newKey(), { subscription, promotion })),
    )
    expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = given.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(new Set(refusals)).toEqual(new Set(['promotion-used-up']))
    const discounts = await Promise.all(ids.map(async (id) => (await state(id)).discount))
    expect(discounts.filter((one) => one !== null)).toHaveLength(1)
    expect(await provider.readPromotion(code)).toMatchObject({ redemptions: 1, status: 'used-up' })
  })

  test('a subscription that has ended takes none', async () => {
    const { provider, subscribed, price } = actsOf(subjectOf())
    const { id } = await subscribed({ kind: 'subscription', price: price() })
    await provider.cancel(newKey(), { subscription: id, at: 'now' })
    const { promotion } = await make()
    const wish = { subscription: id, promotion }
    await expect(provider.previewPromotion(wish)).rejects.toMatchObject({ code: 'checkout-closed' })
    await expect(provider.applyPromotion(newKey(), wish)).rejects.toMatchObject({ code: 'checkout-closed' })
  })
}
