import type { OfferShape, SubscriptionView } from '@waybill/contract/billing/payment-shapes'
import { expect, it } from 'vitest'
import { planAction, prepaidOffer } from './plan-action.ts'

const offers = (['personal', 'pro', 'business'] as const).flatMap((role) =>
  (['monthly', 'yearly'] as const).flatMap((period) =>
    (['subscription', 'prepaid'] as const).map((purchase): OfferShape => {
      return { price: `${role}-${period}-${purchase}`, role, period, purchase, amount: { minor: 1, currency: 'usd' } }
    }),
  ),
)
const free = { role: 'free', status: 'trialing', subscription: null, prepaid: null, mayTry: true, offers } as const
const pro = { ...free, role: 'pro', status: 'active', mayTry: false } as const
const subscribed = (
  scheduled: SubscriptionView['scheduled'] = null,
  status: SubscriptionView['status'] = 'active',
) => ({
  ...pro,
  subscription: { role: 'pro', period: 'yearly', scheduled, status } as SubscriptionView,
})
const at = '2027-01-01T00:00:00.000Z'

it.each([
  ['a free account tries a plan', free, 'pro', { kind: 'try' }],
  ['after its trial it buys', { ...free, mayTry: false }, 'pro', { kind: 'buy' }],
  ['its own plan is current', free, 'free', { kind: 'current' }],
  ['nothing is for sale', { ...free, offers: [] }, 'pro', { kind: 'none' }],
  ['a subscription switches', subscribed(), 'business', { kind: 'switch' }],
  ['its plan is current', subscribed(), 'pro', { kind: 'current' }],
  ['its plan is overdue', subscribed(null, 'past_due'), 'pro', { kind: 'due', isCurrent: true }],
  ['no other plan is offered then', subscribed(null, 'past_due'), 'business', { kind: 'due', isCurrent: false }],
  ['nor once the payment is tried no more', subscribed(null, 'unpaid'), 'personal', { kind: 'due', isCurrent: false }],
  ['a plan that the operator has set and marked unpaid', { ...pro, status: 'unpaid' } as const, 'pro', { kind: 'buy' }],
  ['the same where nothing is for sale', { ...pro, status: 'unpaid', offers: [] }, 'pro', { kind: 'current' }],
  ['a plan without a subscription buys another', pro, 'business', { kind: 'buy' }],
  [
    'a prepaid plan runs first',
    { ...pro, prepaid: { role: 'pro', endsAt: at } } as const,
    'business',
    { kind: 'none' },
  ],
  [
    'a switch waits for the end of the period',
    subscribed({ kind: 'switch', at, role: 'personal', period: 'yearly', price: 'personal-yearly-subscription' }),
    'personal',
    { kind: 'scheduled', at },
  ],
] as const)('%s', (_case, standing, plan, action) => {
  expect(planAction(standing, plan, 'yearly')).toMatchObject(action)
})

it('switches from a year to a month of the same plan', () => {
  expect(planAction(subscribed(), 'pro', 'monthly')).toMatchObject({ kind: 'switch', offer: { period: 'monthly' } })
})

it('is paid once beside nothing, or more of the same', () => {
  expect(prepaidOffer(free, 'pro', 'yearly')?.price).toBe('pro-yearly-prepaid')
  const prepaid = { ...pro, prepaid: { role: 'pro', endsAt: at } } as const
  expect(prepaidOffer(prepaid, 'pro', 'yearly')?.price).toBe('pro-yearly-prepaid')
  expect(prepaidOffer(prepaid, 'business', 'yearly')).toBe(null)
  expect(prepaidOffer(subscribed(), 'business', 'yearly')).toBe(null)
})
