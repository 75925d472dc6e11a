import { plans } from '@waybill/contract/billing/plans'
import { describe, expect, it } from 'vitest'
import type { Payments } from '../../platform/payments/open-payments.ts'
import { makePrices, offers } from '../../platform/payments/prices.ts'
import { namesOfPlans, shownPlans } from './plan-offers.ts'
import { pricingPage } from './pricing-page.ts'

const config = { publicUrl: new URL('https://waybill.example'), supportEmail: 'help@acme.example' }

/** As a server shows it that sells by `seller`. */
function page(
  seller: 'sandbox' | 'stripe' | null,
  { addsTax = false, isPrepaid = true } = {},
  language: 'en' | 'zh' = 'en',
) {
  const sold = offers.filter(({ purchase }) => isPrepaid || purchase === 'subscription')
  const prices = makePrices(sold.map((offer, at) => [offer, `price_${at}`]))
  const payments = seller && ({ provider: { kind: seller }, prices, addsTax, sandbox: null } as unknown as Payments)
  const { body, data = [] } = pricingPage({ config, payments } as Parameters<typeof pricingPage>[0], language, null)
  return { text: body.toString(), data }
}

describe('the page of the prices', () => {
  it.each(['en', 'zh'] as const)('has every figure of plans.ts, in %s', (language) => {
    const { text } = page('stripe', {}, language)
    for (const role of shownPlans) {
      const { monthlyPriceUsd, yearlyPriceUsd, recipientLimit, fileLimit, seatLimit, monthlyTransfers } = plans[role]
      expect(text).toContain(`<li aria-label="${namesOfPlans[language][role]}">`)
      expect(text).toContain(`>US$${monthlyPriceUsd}</strong>`)
      expect(text).toContain(`>US$${(yearlyPriceUsd ?? 0) / 12}</strong>`)
      for (const figure of [recipientLimit, fileLimit, seatLimit || recipientLimit, monthlyTransfers ?? fileLimit])
        expect(text).toContain(`<td>${figure}</td>`)
    }
    const named = [...text.matchAll(/US\$(\d+)/g)].map(([, usd]) => Number(usd))
    const known = shownPlans.flatMap((role) => {
      const { monthlyPriceUsd, yearlyPriceUsd } = plans[role]
      const [month, year] = [monthlyPriceUsd ?? 0, yearlyPriceUsd ?? 0]
      return [month, year, year / 12, 12 * month - year]
    })
    expect(named.filter((usd) => !known.includes(usd))).toEqual([])
  })

  it('offers to search engines what can be bought here, each for its price and period', () => {
    const offersOf = (seller: 'stripe' | null, addsTax = false) =>
      (page(seller, { addsTax }).data[0] as { offers: Record<string, unknown>[] }).offers
    expect(offersOf('stripe').map(({ price }) => price)).toEqual(['0', '12', '108', '29', '228', '69', '588'])
    expect(offersOf('stripe')[4]).toMatchObject({
      name: 'Pro, Yearly',
      url: 'https://waybill.example/pricing',
      priceCurrency: 'USD',
      priceSpecification: { price: '228', billingDuration: 'P1Y' },
    })
    expect(JSON.stringify(offersOf('stripe'))).not.toContain('valueAddedTaxIncluded')
    expect(offersOf('stripe', true)[1]?.priceSpecification).toMatchObject({ valueAddedTaxIncluded: false })
    expect(offersOf(null)).toEqual([expect.objectContaining({ name: 'Free', price: '0' })])
  })

  it('says what is true of the seller', () => {
    const { text: sandbox } = page('sandbox')
    expect(sandbox).toContain('it takes test cards only')
    expect(sandbox).not.toContain('Alipay')
    const { text: stripe } = page('stripe')
    expect(stripe).not.toMatch(/test cards|plus tax/)
    expect(stripe).toContain('by Alipay, WeChat Pay or card')
    expect(page('stripe', { isPrepaid: false }).text).not.toContain('Alipay')
    expect(page('stripe', { addsTax: true }).text).toContain('Prices are plus tax.')
  })

  it('promises no trial, no refund and no checkout where nothing is sold', () => {
    const { text } = page(null)
    expect(text).toContain('<h1>Plans and prices</h1>')
    expect(text).toContain('<a href="mailto:help@acme.example">help@acme.example</a>')
    expect(text).not.toMatch(/Try for a week|Try free for a week|refund|money back|Billing period|next=/)
    expect(text.match(/Not on sale yet/g)).toHaveLength(3)
    expect(text.match(/US\$\d+/g)).toEqual(['US$0'])
  })
})
