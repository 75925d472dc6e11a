import { expect, test } from 'vitest'
import { actsOf, FAILS_LATER, GOOD, newKey, type ProviderUnderTest } from '#test/payments/provider-acts'

/** What time brings: trials that end, renewals, failed payments; and what is taken off or given back. */
export function describeTime(subjectOf: () => ProviderUnderTest): void {
  test('a trial ends paid, and renews month by month', async () => {
    const { provider, subscribed, price, state } = actsOf(subjectOf())
    const { customer, id } = await subscribed({ kind: 'trial', price: price(), days: 7 })
    expect((await provider.listInvoices(customer)).filter(({ amount }) => amount.minor > 0)).toEqual([])
    await subjectOf().passDays(7.01)
    const first = await state(id)
    expect([first.status, first.periodStartsAt]).toEqual(['active', first.trialEndsAt])
    await subjectOf().passDays(31.1)
    const second = await state(id)
    expect([second.status, second.periodStartsAt]).toEqual(['active', first.periodEndsAt])
    const invoices = await provider.listInvoices(customer)
    const charged = invoices.filter(({ amount }) => amount.minor > 0)
    expect(charged.map(({ amount, status, subscription }) => [amount.minor, status, subscription])).toEqual([
      [2_900, 'paid', id],
      [2_900, 'paid', id],
    ])
  })

  test('a trial on a card that dies is past due, tried again, then unpaid; a new card pays it', async () => {
    const { provider, subscribed, price, state, start, checkout } = actsOf(subjectOf())
    const { customer, id } = await subscribed({ kind: 'trial', price: price(), days: 7 }, FAILS_LATER)
    await subjectOf().passDays(7.01)
    expect((await state(id)).status).toBe('past_due')
    const tried = await provider.payOpenInvoice(newKey(), { subscription: id })
    expect(tried).toEqual({ kind: 'unpaid', payUrl: expect.stringMatching(/^https?:/) })
    await subjectOf().passDays(16)
    expect((await state(id)).status).toBe('unpaid')
    const { session } = await start({ kind: 'card' }, { customer })
    await subjectOf().pay(session, { card: '5555555555554444' })
    const paymentMethod = (await checkout(session)).paymentMethod as string
    await provider.useCard(newKey(), { customer, paymentMethod })
    expect(await provider.payOpenInvoice(newKey(), { subscription: id })).toEqual({ kind: 'paid' })
    expect(await provider.payOpenInvoice(newKey(), { subscription: id })).toEqual({ kind: 'paid' })
    expect(await state(id)).toMatchObject({ status: 'active', card: { brand: 'mastercard', last4: '4444' } })
  })

  test('an unpaid subscription that is cancelled ends with its period, and at once where that is over', async () => {
    const { provider, subscribed, price, state } = actsOf(subjectOf())
    const trial = { kind: 'trial', price: price(), days: 7 } as const
    const [inTime, late] = [await subscribed(trial, FAILS_LATER), await subscribed(trial, FAILS_LATER)]
    await subjectOf().passDays(7.01)
    await subjectOf().passDays(16)
    const { status, periodEndsAt } = await state(inTime.id)
    expect(status).toBe('unpaid')
    await provider.cancel(newKey(), { subscription: inTime.id, at: 'period-end' })
    expect(await state(inTime.id)).toMatchObject({ status: 'unpaid', scheduled: { kind: 'cancel' } })
    await subjectOf().passDays(16)
    expect(await state(inTime.id)).toMatchObject({ status: 'canceled', endedAt: periodEndsAt })
    await provider.cancel(newKey(), { subscription: late.id, at: 'period-end' })
    const ended = await state(late.id)
    expect([ended.status, (ended.endedAt as Date) > periodEndsAt]).toEqual(['canceled', true])
  })

  test('an invoice that failed is paid at the provider’s page with another card', async () => {
    const { provider, subscribed, price, state } = actsOf(subjectOf())
    const { id } = await subscribed({ kind: 'trial', price: price(), days: 7 }, FAILS_LATER)
    await subjectOf().passDays(7.01)
    const outcome = await provider.payOpenInvoice(newKey(), { subscription: id })
    if (outcome.kind === 'paid') throw new Error('the card should have failed')
    await subjectOf().payAt(outcome.payUrl, { card: GOOD })
    expect((await state(id)).status).toBe('active')
  })

  test('a refund gives back a part or all, never more, and once per key', async () => {
    const { provider, subscribed, price } = actsOf(subjectOf())
    const { customer } = await subscribed({ kind: 'subscription', price: price() })
    const [invoice] = await provider.listInvoices(customer)
    const payment = invoice?.payment as string
    const part = { payment, amount: { minor: 2_000, currency: 'usd' } }
    const key = newKey()
    await provider.refund(key, part)
    await provider.refund(key, part)
    await expect(provider.refund(newKey(), part)).rejects.toMatchObject({ code: 'payment-refused' })
    await provider.refund(newKey(), { payment, amount: { minor: 900, currency: 'usd' } })
  })

  test('a promotion takes its part off for its months, and a code that has run out is none', async () => {
    const { provider, subscribed, price, state } = actsOf(subjectOf())
    const code = `SPRING${newKey().slice(5, 13)}`
    const wish = { code, percentOff: 50, amountOff: null, months: 1, redeemBy: null, maxRedemptions: 1 }
    const promotion = await provider.makePromotion(newKey(), wish)
    expect(await provider.findPromotion(code.toLowerCase())).toBe(promotion)
    const { customer, id } = await subscribed({ kind: 'subscription', price: price() }, GOOD, promotion)
    expect((await state(id)).discount).toMatchObject({ percentOff: 50, amountOff: null, redeemBy: null })
    expect(await provider.findPromotion(code)).toBe(null)
    await subjectOf().passDays(31.1)
    expect((await provider.listInvoices(customer)).map(({ amount }) => amount.minor)).toEqual([2_900, 1_450])
    expect((await state(id)).discount).toBe(null)
  })

  test('a code ends with its last day, and takes off an amount', async () => {
    const { provider, subscribed, price, state } = actsOf(subjectOf())
    const code = `TEN${newKey().slice(5, 13)}`
    const { createdAt } = await state((await subscribed({ kind: 'subscription', price: price() })).id)
    const wish = {
      code,
      percentOff: null,
      amountOff: { minor: 1_000, currency: 'usd' },
      months: null,
      redeemBy: new Date(Math.ceil(createdAt.getTime() / 1_000) * 1_000 + 86_400_000),
      maxRedemptions: null,
    }
    const promotion = await provider.makePromotion(newKey(), wish)
    const { id } = await subscribed({ kind: 'subscription', price: price() }, GOOD, promotion)
    const { redeemBy, amountOff } = wish
    expect((await state(id)).discount).toMatchObject({ promotion, amountOff, percentOff: null, redeemBy, endsAt: null })
    await subjectOf().passDays(1.1)
    expect(await provider.findPromotion(code)).toBe(null)
  })
}
