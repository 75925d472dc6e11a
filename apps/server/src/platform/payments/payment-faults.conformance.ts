import { expect, test } from 'vitest'
import { actsOf, GOOD, newKey, type ProviderUnderTest } from '#test/payments/provider-acts'

/** Customers who are deleted behind our back, and money that is given back or taken back. */
export function describeFaults(subjectOf: () => ProviderUnderTest): void {
  const gone = { name: 'CustomerGone' }

  test.each(['was deleted', 'never was'] as const)('every call says so that names a customer who %s', async (which) => {
    const { provider, subscribed, price, start, checkout, state } = actsOf(subjectOf())
    const bought = await subscribed({ kind: 'subscription', price: price() })
    const customer = which === 'was deleted' ? bought.customer : 'cus_nothing'
    const { session } = await start({ kind: 'card' })
    await subjectOf().pay(session, { card: GOOD })
    const paymentMethod = (await checkout(session)).paymentMethod as string
    await provider.removeCustomer(bought.customer)
    const purchases = [
      { kind: 'trial' as const, price: price(), days: 7 },
      { kind: 'prepaid' as const, price: price({ purchase: 'prepaid' }) },
      { kind: 'card' as const },
    ]
    for (const purchase of purchases) await expect(start(purchase, { customer })).rejects.toMatchObject(gone)
    await expect(provider.useCard(newKey(), { customer, paymentMethod })).rejects.toMatchObject(gone)
    await expect(provider.hasCard(customer)).rejects.toMatchObject(gone)
    await expect(provider.subscribe(newKey(), { customer, price: price(), days: 0 })).rejects.toMatchObject(gone)
    await provider.removeCustomer(customer)
    expect((await provider.listSubscriptions(customer)).filter(({ status }) => status !== 'canceled')).toEqual([])
    expect(await provider.listInvoices(customer)).toEqual(expect.any(Array))
    expect((await state(bought.id)).status).toBe('canceled')
  })

  test('a payment tells what was given back of it, and what is disputed', async () => {
    const { provider, start, price, checkout } = actsOf(subjectOf())
    const { session } = await start({ kind: 'prepaid', price: price({ purchase: 'prepaid' }) })
    await subjectOf().pay(session, { wallet: 'alipay', outcome: 'at-once' })
    const payment = (await checkout(session)).payment as string
    const cents = async () => {
      const { amount, refunded, disputed } = (await provider.readPayment(payment)) ?? {}
      return [amount?.minor, refunded?.minor, disputed?.minor]
    }
    expect(await cents()).toEqual([2_900, 0, 0])
    await provider.refund(newKey(), { payment, amount: { minor: 900, currency: 'usd' } })
    expect(await cents()).toEqual([2_900, 900, 0])
    await subjectOf().dispute(payment, 'open')
    expect(await cents()).toEqual([2_900, 900, 2_000])
    await subjectOf().dispute(payment, 'won')
    expect(await cents()).toEqual([2_900, 900, 0])
    await provider.refund(newKey(), { payment, amount: { minor: 2_000, currency: 'usd' } })
    expect(await cents()).toEqual([2_900, 2_900, 0])
    expect(await provider.readPayment('pi_nothing')).toBe(null)
  })

  test('a refund and a dispute are told, each with the customer or the payment', async () => {
    const { provider, start, price, checkout } = actsOf(subjectOf())
    const { session, customer } = await start({ kind: 'prepaid', price: price({ purchase: 'prepaid' }) })
    await subjectOf().pay(session, { card: GOOD })
    const payment = (await checkout(session)).payment as string
    await subjectOf().takeEvents()
    await provider.refund(newKey(), { payment, amount: { minor: 100, currency: 'usd' } })
    await subjectOf().dispute(payment, 'open')
    await subjectOf().dispute(payment, 'won')
    const events = (await subjectOf().takeEvents()).map(({ body, signature }) => provider.readEvent(body, signature))
    expect(events.map(({ kind }) => kind)).toEqual(['refunded', 'disputed', 'disputed'])
    for (const event of events) expect([event.customer, event.payment]).toContain(event.customer ? customer : payment)
  })
}
