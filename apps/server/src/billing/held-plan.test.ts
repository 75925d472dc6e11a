import { expect, test } from 'vitest'
import { type HeldPlan, heldPlan } from './held-plan.ts'

test.each<[HeldPlan, number, HeldPlan]>([
  [{ role: 'free', status: 'trialing' }, 0, { role: 'free', status: 'trialing' }],
  [{ role: 'pro', status: 'past_due' }, 0, { role: 'pro', status: 'past_due' }],
  [{ role: 'free', status: 'trialing' }, 1, { role: 'personal', status: 'active' }],
  [{ role: 'business', status: 'active' }, 1, { role: 'business', status: 'active' }],
  [{ role: 'business', status: 'trialing' }, 2, { role: 'business', status: 'active' }],
  [{ role: 'business', status: 'trialing' }, 3, { role: 'business', status: 'active' }],
  [{ role: 'business', status: 'unpaid' }, 1, { role: 'personal', status: 'active' }],
  [{ role: 'teamelite', status: 'past_due' }, 8, { role: 'businesselite', status: 'active' }],
])('%j with %s lifetime codes gives %j', (bought, codes, held) => {
  expect(heldPlan(bought, codes)).toEqual(held)
})
