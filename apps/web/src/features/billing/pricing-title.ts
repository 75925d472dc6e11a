import { isOverdue } from '@waybill/contract/billing/standing'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { BillingWords, PlanName } from './words/en.ts'

interface PricingTitle {
  title: string
  subheader: string
}

type Reader = Pick<User, 'role' | 'subscription'>

/** The pricing page's title for each audience: by role and standing of an account, by what led a visitor here. */
export function pricingTitle(
  words: BillingWords,
  reader: Reader | null,
  led: { sender?: string | undefined },
): PricingTitle {
  if (!reader) {
    if (led.sender) return { title: words.senderTitle(led.sender), subheader: words.senderSubheader }
    return { title: words.title, subheader: words.subheader }
  }
  const { role, subscription } = reader
  const plan = words.planNames[role as PlanName]
  if (isOverdue(subscription)) {
    return { title: words.trialExpired(plan), subheader: words.choosePlan }
  }
  return { title: words.onPlan(plan), subheader: subheaderFor(words, reader) }
}

function subheaderFor(words: BillingWords, { role, subscription }: Reader): string {
  if (role === 'free') return words.upgradePlan
  return role === 'pro' && subscription === 'active' ? words.upgradeToBusiness : ''
}
