import type { PlanName } from '@waybill/contract/billing/plan-names'
import { isOverdue } from '@waybill/contract/billing/standing'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { holdsLink } from '@waybill/contract/transfers/message-links'
import type { BillingWords } from './words/en.ts'

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
    const sender = senderName(led.sender)
    if (sender !== null) return { title: words.senderTitle(sender), subheader: words.senderSubheader }
    return { title: words.title, subheader: words.subheader }
  }
  const { role, subscription } = reader
  const plan = words.planNames[role as PlanName]
  if (isOverdue(subscription)) {
    return { title: words.trialExpired(plan), subheader: words.choosePlan }
  }
  return { title: words.onPlan(plan), subheader: subheaderFor(words, reader) }
}

const SENDER_MAX_CHARS = 60

/** The name of an address is anybody's text: one short line without a link, or none. */
function senderName(sender = ''): string | null {
  const name = sender.replace(/\s+/g, ' ').trim()
  return name === '' || name.length > SENDER_MAX_CHARS || holdsLink(name) ? null : name
}

function subheaderFor(words: BillingWords, { role, subscription }: Reader): string {
  if (role === 'free') return words.upgradePlan
  return role === 'pro' && subscription === 'active' ? words.upgradeToBusiness : ''
}
