import { expect, test } from 'vitest'
import { actsOf, GOOD, newKey, type ProviderUnderTest } from '#test/payments/provider-acts'
import type { PaymentEvent } from './payment-provider.ts'

/** How every provider tells of what happened, and what is not believed. */
export function describeEvents(subjectOf: () => ProviderUnderTest): void {
  const refused = { code: 'webhook-refused' }

  test('events name the customer, the checkout and the subscription that they are about', async () => {
    const { provider, start, checkout, price } = actsOf(subjectOf())
    await subjectOf().takeEvents()
    const { session, customer } = await start({ kind: 'subscription', price: price() })
    await subjectOf().pay(session, { card: GOOD })
    const { subscription } = await checkout(session)
    await provider.cancel(newKey(), { subscription: subscription as string, at: 'now' })
    const events = (await subjectOf().takeEvents()).map(({ body, signature }) => provider.readEvent(body, signature))
    const about = (kind: PaymentEvent['kind']) => events.filter((event) => event.kind === kind)
    expect(about('checkout-finished')).toEqual([expect.objectContaining({ customer, session })])
    expect(about('invoice-paid')).toEqual([expect.objectContaining({ customer, subscription })])
    expect(about('subscription-changed').length).toBeGreaterThanOrEqual(2)
    for (const event of about('subscription-changed')) expect(event).toMatchObject({ customer, subscription })
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    expect(await subjectOf().takeEvents()).toEqual([])
  })

  test('an event reads the same however often it comes', async () => {
    const { provider, customer, subscribed, price } = actsOf(subjectOf())
    await subscribed({ kind: 'subscription', price: price() })
    await customer()
    const told = await subjectOf().takeEvents()
    const ids = (list: typeof told) => list.map(({ body, signature }) => provider.readEvent(body, signature).id)
    expect([...ids(told), ...ids(told)].sort()).toEqual([...ids(told.toReversed()), ...ids(told)].sort())
  })

  test('what is forged, changed, old, from the future or of another version is refused', async () => {
    const { provider, subscribed, price } = actsOf(subjectOf())
    await subscribed({ kind: 'subscription', price: price() })
    const [event] = await subjectOf().takeEvents()
    if (event === undefined) throw new Error('nothing was told')
    const { body, signature } = event
    const { sign, inOtherVersion } = subjectOf()
    const spaced = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1))
    const wrong: Array<[Buffer, string | undefined]> = [
      [body, undefined],
      [body, ''],
      [body, 't=1,v1='],
      [body, signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
      [spaced, signature],
      [Buffer.from('{}'), signature],
      [body, sign(spaced, 0)],
      [body, sign(body, -302)],
      [body, sign(body, 302)],
      [body, sign(body, 3_600)],
      [inOtherVersion(body), sign(inOtherVersion(body), 0)],
    ]
    for (const [bytes, header] of wrong) {
      expect(() => provider.readEvent(bytes, header)).toThrow(expect.objectContaining(refused))
    }
    for (const seconds of [-290, 0, 290])
      expect(provider.readEvent(body, sign(body, seconds)).id).toEqual(expect.any(String))
  })
}
