import type { PlanBranding } from '@waybill/contract/billing/plans'
import type { Language } from '@waybill/contract/core/fields'
import { pricingEn } from './pricing-en.ts'
import { pricingZh } from './pricing-zh.ts'

/** The plans on the page, by their price: all that anybody can choose. */
export type ShownPlan = 'free' | 'personal' | 'pro' | 'business'

interface Worded {
  ask: string
  answer: string
}

interface FreeFigures {
  storage: string
  size: string
  transfers: string
  requests: string
}

export interface PricingWords {
  title: string
  description: string
  /** Where plans are sold: the specification's title for visitors. */
  tryTitle: string
  tryLead: string
  lead: string
  testCards: string
  taxAdded: string
  /** Before and after the address of support. */
  notSold: readonly [before: string, after: string]

  period: string
  monthly: string
  yearly: string
  /** The highest saving among the plans sold, in percent of twelve months. */
  yearlyLess: (percent: number) => string
  plans: string
  descriptions: Record<ShownPlan, string>
  perMonth: string
  forEver: string
  billedYearly: (year: string, saving: string) => string
  billedMonthly: string
  tryFree: string
  tryWeek: string
  notSoldYet: string
  points: {
    upload: (size: string) => string
    storage: (size: string) => string
    transfers: (count: number) => string
    unlimited: string
    recipients: (count: number) => string
    week: string
    noExpiry: string
    seats: (count: number) => string
    refund: string
  }

  compare: string
  plan: string
  rows: Record<
    | 'upload'
    | 'storage'
    | 'transfers'
    | 'requests'
    | 'recipients'
    | 'files'
    | 'expiry'
    | 'seats'
    | 'branding'
    | 'hosts'
    | 'mailDomain'
    | 'singleSignOn',
    string
  >
  unlimited: string
  none: string
  included: string
  oneWeek: string
  anyExpiry: string
  branding: Record<PlanBranding, string>

  questions: string
  faq: {
    recipients: Worded
    free: { ask: string; answer: (figures: FreeFigures) => string }
    trial: Worded
    change: Worded
    smaller: Worded
    refund: { ask: string; answer: (email: string) => string }
    pay: { ask: string; card: string; once: string }
    tax: Worded
  }
  send: string
  help: string
  /** On the page of the sign-up, for browsers without scripts. */
  signUpNeedsScript: string
  seePlans: string
}

export const pricingWords: Record<Language, PricingWords> = { en: pricingEn, zh: pricingZh }
