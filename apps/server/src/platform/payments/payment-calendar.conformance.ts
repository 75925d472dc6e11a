import { expect, test } from 'vitest'
import { actsOf, GOOD, newKey, type ProviderUnderTest } from '#test/payments/provider-acts'

/** Days that not every month or year has. The provider's time only passes, so that these tests come last, in this order. */
export function describeCalendar(subjectOf: () => ProviderUnderTest): void {
  const NOON = 'T12:00:00.000Z'
  const dayOf = (at: Date | null) => at?.toISOString().slice(0, 10)
  const now = async () => {
    const { start, checkout } = actsOf(subjectOf())
    return (await checkout((await start({ kind: 'card' })).session)).createdAt
  }
  const goTo = async (day: string) => {
    const days = (Date.parse(day + NOON) - (await now()).getTime()) / 86_400_000
    expect(days).toBeGreaterThan(0)
    await subjectOf().passDays(days)
    expect(dayOf(await now())).toBe(day)
  }

  test('a trial whose card dies on its last day is past due, and another card pays it', async () => {
    await goTo('2027-12-25')
    const { provider, start, checkout, state, price } = actsOf(subjectOf())
    const { session, customer } = await start({ kind: 'trial', price: price(), days: 7 })
    await subjectOf().pay(session, { card: GOOD, year: 2027 })
    const subscription = (await checkout(session)).subscription as string
    await subjectOf().passDays(6.9)
    expect((await state(subscription)).status).toBe('trialing')
    await subjectOf().passDays(0.2)
    expect(await state(subscription)).toMatchObject({ status: 'past_due', card: { month: 12, year: 2027 } })
    const charged = (await provider.listInvoices(customer)).filter(({ payment }) => payment !== null)
    expect(charged).toEqual([])
    const other = await start({ kind: 'card' }, { customer })
    await subjectOf().pay(other.session, { card: GOOD })
    const paymentMethod = (await checkout(other.session)).paymentMethod as string
    await provider.useCard(newKey(), { customer, paymentMethod })
    expect(await provider.payOpenInvoice(newKey(), { subscription })).toEqual({ kind: 'paid' })
    expect((await state(subscription)).status).toBe('active')
  })

  test('months from the 31st end on the last day of a shorter month, and come back to the 31st', async () => {
    await goTo('2028-01-31')
    const { subscribed, state, price } = actsOf(subjectOf())
    const { id } = await subscribed({ kind: 'subscription', price: price() })
    const ends = []
    for (const days of [0, 30, 31, 30]) {
      await subjectOf().passDays(days)
      ends.push(dayOf((await state(id)).periodEndsAt))
    }
    expect(ends).toEqual(['2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31'])
  })

  test('a year from 29 February ends on 28 February, and the fourth on 29 February; each is paid once', async () => {
    await goTo('2032-02-29')
    const { provider, subscribed, state, price } = actsOf(subjectOf())
    const { id, customer } = await subscribed({ kind: 'subscription', price: price({ period: 'yearly' }) })
    const ends = [dayOf((await state(id)).periodEndsAt)]
    for (const day of ['2033-03-01', '2034-03-01', '2035-03-01', '2036-03-01']) {
      await goTo(day)
      ends.push(dayOf((await state(id)).periodEndsAt))
    }
    expect(ends).toEqual(['2033-02-28', '2034-02-28', '2035-02-28', '2036-02-29', '2037-02-28'])
    const paid = (await provider.listInvoices(customer)).map(({ status, amount }) => [status, amount.minor])
    expect(paid).toEqual(Array(5).fill(['paid', 22_800]))
  })
}
