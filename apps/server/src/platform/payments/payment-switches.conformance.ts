import { expect, test } from 'vitest'
import { actsOf, FAILS_LATER, GOOD, newKey, type ProviderUnderTest } from '#test/payments/provider-acts'

/** Switching, cancelling and undoing, as every provider promises it. */
export function describeSwitches(subjectOf: () => ProviderUnderTest): void {
  const bought = () => {
    const acts = actsOf(subjectOf())
    return acts.subscribed({ kind: 'subscription', price: acts.price() })
  }

  test('a switch up costs what the preview showed, and nothing where that has moved', async () => {
    const { provider, price, state } = actsOf(subjectOf())
    const { customer, id } = await bought()
    await subjectOf().passDays(10)
    const wish = { subscription: id, price: price({ role: 'business' }) }
    const { dueNow, credit, next, at } = await provider.previewSwitch(wish)
    expect(dueNow.minor).toBeGreaterThan(2_500)
    expect(dueNow.minor).toBeLessThan(2_900)
    expect([credit.minor, next.amount.minor]).toEqual([0, 6_900])
    expect(next.at).toEqual((await state(id)).periodEndsAt)
    const less = { dueNow: { ...dueNow, minor: dueNow.minor - 1 }, at }
    const moved = { code: 'price-moved', facts: { minor: dueNow.minor, currency: 'usd' } }
    await expect(provider.switchNow(newKey(), { ...wish, seen: less })).rejects.toMatchObject(moved)
    expect((await state(id)).price).toBe(price())
    const key = newKey()
    for (const _ of [1, 2]) {
      expect(await provider.switchNow(key, { ...wish, seen: { dueNow, at } })).toEqual({ kind: 'paid' })
    }
    expect(await state(id)).toMatchObject({ status: 'active', price: wish.price, amount: { minor: 6_900 } })
    const invoices = await provider.listInvoices(customer)
    expect(invoices.map(({ amount }) => amount.minor)).toEqual([dueNow.minor, 2_900])
  })

  test.each([
    ['two hours ago', -7_200],
    ['before the period', -20 * 86_400],
    ['a minute ahead', 60],
    ['beyond the period', 40 * 86_400],
    ['in the year 9999', 250_000_000_000],
  ])('the client does not choose the instant of a switch: %s is refused with the sum of now', async (_, seconds) => {
    const { provider, price, state } = actsOf(subjectOf())
    const { customer, id } = await bought()
    await subjectOf().passDays(10)
    const wish = { subscription: id, price: price({ role: 'business' }) }
    const { dueNow, at } = await provider.previewSwitch(wish)
    const chosen = { at: new Date(at.getTime() + seconds * 1_000) }
    const error = await provider.switchNow(newKey(), { ...wish, seen: { dueNow, ...chosen } }).catch((caught) => caught)
    expect(error).toMatchObject({ code: 'price-moved', facts: { currency: 'usd' } })
    expect(Math.abs(error.facts.minor - dueNow.minor)).toBeLessThanOrEqual(1)
    // Nor where the sum is right for that instant.
    const forChosen = provider.switchNow(newKey(), { ...wish, seen: { dueNow: { ...dueNow, minor: 0 }, ...chosen } })
    await expect(forChosen).rejects.toMatchObject({ code: 'price-moved' })
    expect((await state(id)).price).toBe(price())
    expect(await provider.listInvoices(customer)).toHaveLength(1)
  })

  test('an overdue subscription does not switch at once: nobody has paid for what is left of its period', async () => {
    const { provider, price, state, subscribed } = actsOf(subjectOf())
    const { id } = await subscribed({ kind: 'trial', price: price(), days: 7 }, FAILS_LATER)
    const wish = { subscription: id, price: price({ role: 'business' }) }
    const { dueNow } = await provider.previewSwitch(wish)
    const closed = { code: 'checkout-closed' }
    for (const [days, status] of [
      [7.01, 'past_due'],
      [16, 'unpaid'],
    ] as const) {
      await subjectOf().passDays(days)
      const { periodStartsAt, status: shown } = await state(id)
      expect(shown).toBe(status)
      await expect(provider.previewSwitch(wish)).rejects.toMatchObject(closed)
      const seen = { dueNow, at: periodStartsAt }
      await expect(provider.switchNow(newKey(), { ...wish, seen })).rejects.toMatchObject(closed)
    }
    expect((await state(id)).price).toBe(price())
  })

  test('from months to a year begins a period, and what is left of the month counts', async () => {
    const { provider, price, state } = actsOf(subjectOf())
    const { id } = await bought()
    const wish = { subscription: id, price: price({ period: 'yearly' }) }
    const { dueNow, at, next } = await provider.previewSwitch(wish)
    expect(dueNow.minor).toBeGreaterThanOrEqual(22_800 - 2_900)
    expect(dueNow.minor).toBeLessThan(22_800 - 2_800)
    await provider.switchNow(newKey(), { ...wish, seen: { dueNow, at } })
    const { periodStartsAt, periodEndsAt } = await state(id)
    expect([periodStartsAt, periodEndsAt]).toEqual([at, next.at])
  })

  test('a switch during the trial costs nothing now', async () => {
    const { provider, price, state, subscribed } = actsOf(subjectOf())
    const { id } = await subscribed({ kind: 'trial', price: price(), days: 7 })
    const wish = { subscription: id, price: price({ role: 'business' }) }
    const { dueNow, next, at } = await provider.previewSwitch(wish)
    const { trialEndsAt } = await state(id)
    expect([dueNow.minor, next]).toEqual([0, { amount: { minor: 6_900, currency: 'usd' }, at: trialEndsAt }])
    expect(await provider.switchNow(newKey(), { ...wish, seen: { dueNow, at } })).toEqual({ kind: 'paid' })
    expect(await state(id)).toMatchObject({ status: 'trialing', price: wish.price, trialEndsAt })
  })

  test('an unpaid switch changes nothing until it is paid at the page', async () => {
    const { provider, price, state, start, checkout } = actsOf(subjectOf())
    const { customer, id } = await bought()
    const { session } = await start({ kind: 'card' }, { customer })
    await subjectOf().pay(session, { card: FAILS_LATER })
    const paymentMethod = (await checkout(session)).paymentMethod as string
    await provider.useCard(newKey(), { customer, paymentMethod })
    const wish = { subscription: id, price: price({ role: 'business' }) }
    const { dueNow, at } = await provider.previewSwitch(wish)
    const outcome = await provider.switchNow(newKey(), { ...wish, seen: { dueNow, at } })
    if (outcome.kind === 'paid') throw new Error('the card should have failed')
    expect(await state(id)).toMatchObject({ status: 'active', price: price() })
    await subjectOf().payAt(outcome.payUrl, { card: GOOD })
    expect(await state(id)).toMatchObject({ status: 'active', price: wish.price })
  })

  test('a switch that nobody pays lapses after 23 hours', async () => {
    const { provider, price, state, start, checkout } = actsOf(subjectOf())
    const { customer, id } = await bought()
    const { session } = await start({ kind: 'card' }, { customer })
    await subjectOf().pay(session, { card: FAILS_LATER })
    await provider.useCard(newKey(), { customer, paymentMethod: (await checkout(session)).paymentMethod as string })
    const wish = { subscription: id, price: price({ role: 'business' }) }
    const { dueNow, at } = await provider.previewSwitch(wish)
    const outcome = await provider.switchNow(newKey(), { ...wish, seen: { dueNow, at } })
    await subjectOf().passDays(0.99)
    const paid = subjectOf().payAt(outcome.kind === 'unpaid' ? outcome.payUrl : '', { card: GOOD })
    await expect(paid).rejects.toMatchObject({ code: 'checkout-closed' })
    expect(await state(id)).toMatchObject({ status: 'active', price: price(), scheduled: null })
  })

  test('a switch down waits for the period’s end, and can be taken back until then', async () => {
    const { provider, price, state } = actsOf(subjectOf())
    const { customer, id } = await bought()
    const wish = { subscription: id, price: price({ role: 'personal' }) }
    const key = newKey()
    for (const _ of [1, 2]) await provider.switchLater(key, wish)
    expect(await state(id)).toMatchObject({ price: price(), scheduled: { kind: 'switch', price: wish.price } })
    await provider.undoScheduled(newKey(), { subscription: id })
    expect((await state(id)).scheduled).toBe(null)
    await provider.switchLater(newKey(), { ...wish, price: price({ role: 'business' }) })
    await provider.switchLater(newKey(), wish)
    await subjectOf().passDays(31.1)
    expect(await state(id)).toMatchObject({ status: 'active', price: wish.price, scheduled: null })
    expect((await provider.listInvoices(customer)).map(({ amount }) => amount.minor)).toEqual([1_200, 2_900])
  })

  test('a cancelled subscription runs to its period’s end, and goes on when that is undone', async () => {
    const { provider, price, state } = actsOf(subjectOf())
    const [{ id }, { id: other }] = [await bought(), await bought()]
    for (const subscription of [id, other]) {
      await provider.switchLater(newKey(), { subscription, price: price({ role: 'personal' }) })
      await provider.cancel(newKey(), { subscription, at: 'period-end' })
      expect(await state(subscription)).toMatchObject({ status: 'active', scheduled: { kind: 'cancel' } })
    }
    await provider.undoScheduled(newKey(), { subscription: other })
    expect((await state(other)).scheduled).toBe(null)
    const { periodEndsAt } = await state(id)
    await subjectOf().passDays(31.1)
    expect(await state(id)).toMatchObject({ status: 'canceled', endedAt: periodEndsAt })
    expect(await state(other)).toMatchObject({ status: 'active', price: price(), endedAt: null })
    await provider.cancel(newKey(), { subscription: id, at: 'now' })
    const closed = { code: 'checkout-closed' }
    await expect(provider.undoScheduled(newKey(), { subscription: id })).rejects.toMatchObject(closed)
    await expect(provider.previewSwitch({ subscription: id, price: price() })).rejects.toMatchObject(closed)
    await expect(provider.switchLater(newKey(), { subscription: id, price: price() })).rejects.toMatchObject(closed)
  })

  test('a switch up takes back what was scheduled', async () => {
    const { provider, price, state } = actsOf(subjectOf())
    const { id } = await bought()
    await provider.switchLater(newKey(), { subscription: id, price: price({ role: 'personal' }) })
    const wish = { subscription: id, price: price({ role: 'business' }) }
    const { dueNow, at } = await provider.previewSwitch(wish)
    await provider.switchNow(newKey(), { ...wish, seen: { dueNow, at } })
    expect(await state(id)).toMatchObject({ price: wish.price, scheduled: null })
  })
}
