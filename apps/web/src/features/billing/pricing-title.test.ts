import { describe, expect, it } from 'vitest'
import { pricingTitle } from './pricing-title.ts'
import { billingWords } from './words/billing-words.ts'

const { en } = billingWords

describe('the title of the pricing page', () => {
  it.each([
    [null, {}, 'Try free for a week', 'Get sending quickly'],
    [null, { sender: 'Chen Wei' }, 'Chen Wei uses Waybill', 'You can too!'],
    [null, { sender: '  Chen\n Wei ' }, 'Chen Wei uses Waybill', 'You can too!'],
    [null, { sender: 'Win at prize.example/now, who' }, 'Try free for a week', 'Get sending quickly'],
    [null, { sender: 'a'.repeat(61) }, 'Try free for a week', 'Get sending quickly'],
    [null, { sender: ' ' }, 'Try free for a week', 'Get sending quickly'],
    [{ role: 'free', subscription: 'trialing' }, {}, "You're on the Free plan", 'Upgrade your plan'],
    [{ role: 'personal', subscription: 'active' }, {}, "You're on the Personal plan", ''],
    [{ role: 'pro', subscription: 'active' }, {}, "You're on the Pro plan", 'Upgrade to Business'],
    [{ role: 'pro', subscription: 'trialing' }, {}, "You're on the Pro plan", ''],
    [{ role: 'teamelite', subscription: 'active' }, {}, "You're on the Team Elite plan", ''],
    [{ role: 'pro', subscription: 'past_due' }, {}, 'Your Pro trial has expired', 'Choose a plan'],
    [{ role: 'free', subscription: 'unpaid' }, {}, 'Your Free trial has expired', 'Choose a plan'],
  ] as const)('for %j led by %j: %s, %s', (reader, led, title, subheader) => {
    expect(pricingTitle(en, reader, led)).toEqual({ title, subheader })
  })
})
