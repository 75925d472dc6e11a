import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { presentStripeInvoice } from './present-stripe.ts'

const line = (price: string, amount: number) => ({
  amount,
  pricing: { price_details: { price, product: 'prod_1' }, type: 'price_details', unit_amount_decimal: null },
})

/** An invoice as Stripe sends it, as far as it is read. */
const invoice = (more: object) =>
  presentStripeInvoice({
    id: 'in_1',
    number: 'T-1',
    status: 'paid',
    created: 0,
    currency: 'usd',
    amount_paid: 3_451,
    amount_due: 3_451,
    total_taxes: null,
    automatic_tax: { enabled: false },
    lines: { data: [line('price_pro', 2_900)] },
    parent: null,
    ...more,
  } as unknown as Stripe.Invoice)

test.each([
  [{}, null],
  [{ automatic_tax: { enabled: true }, total_taxes: [] }, 0],
  [{ total_taxes: [{ amount: 551 }] }, 551],
  [{ total_taxes: [{ amount: 500 }, { amount: 51 }], automatic_tax: { enabled: true } }, 551],
])('the tax of an invoice is what Stripe worked out: %j', (more, minor) => {
  expect(invoice(more)?.tax).toEqual(minor === null ? null : { minor, currency: 'usd' })
})

test('a switch is for the price that is switched to, whatever comes first', () => {
  const lines = { data: [line('price_pro', -1_200), line('price_business', 4_900)] }
  expect(invoice({ lines })?.price).toBe('price_business')
  expect(invoice({ lines: { data: [] } })?.price).toBe(null)
})

test('a draft, which nobody has been shown, is none', () => {
  expect(invoice({ status: 'draft' })).toBe(null)
})
