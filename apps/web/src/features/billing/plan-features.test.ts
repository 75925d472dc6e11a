import { soldRoles } from '@waybill/contract/billing/plans'
import { expect, test } from 'vitest'
import { planFeatures } from './plan-features.ts'
import { billingWords } from './words/billing-words.ts'

/** The specification's section 3, with the figures of section 9 where the two differ. */
const section3 = {
  personal: [
    'Send and receive 10 GB at once',
    'Up to 30 transfers a month',
    '50 GB of storage',
    'Unlimited downloads per link',
    'No transfer expiry',
    '30-day refund',
  ],
  pro: [
    'Send and receive 25 GB at once',
    'Unlimited transfers and requests',
    '200 GB of storage',
    'Email up to 50 recipients',
    'Up to 250 files at once',
    '2 team seats',
    '30-day refund',
  ],
  business: [
    'Send and receive 100 GB at once',
    'Unlimited transfers and requests',
    '1 TB of storage',
    'Email up to 100 recipients',
    'Up to 1500 files at once',
    'One custom subdomain',
    '5 team seats',
    '30-day refund',
  ],
}

test.each(soldRoles)('%s lists what the specification lists', (plan) => {
  expect(planFeatures(plan, billingWords.en, 'en')).toEqual(section3[plan])
  expect(planFeatures(plan, billingWords.zh, 'zh')).toHaveLength(section3[plan].length)
})

test('the free plan promises no refund', () => {
  expect(planFeatures('free', billingWords.en, 'en')).toEqual([
    'Send and receive 3 GB at once',
    'Up to 10 transfers a month',
    '10 GB of storage',
    'Unlimited downloads per link',
    'Links expire after 1 week',
  ])
})
