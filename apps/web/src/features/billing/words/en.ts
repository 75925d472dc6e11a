import type { Role } from '@waybill/contract/billing/plans'

export type PlanName = Exclude<Role, 'undefined' | 'anon'>

const planNames: Record<PlanName, string> = {
  free: 'Free',
  personal: 'Personal',
  pro: 'Pro',
  business: 'Business',
  businessplus: 'Business Plus',
  businesselite: 'Business Elite',
  team: 'Team',
  teamplus: 'Team Plus',
  teamelite: 'Team Elite',
}

/** The plans and their prices. Every figure comes from the contract's table. */
export const billing = {
  planNames,
  pageTitle: 'Pricing',
  title: 'Try free for a week',
  subheader: 'Get sending quickly',
  senderTitle: (sender: string) => `${sender} uses Waybill`,
  senderSubheader: 'You can too!',
  onPlan: (plan: string) => `You're on the ${plan} plan`,
  trialExpired: (plan: string) => `Your ${plan} trial has expired`,
  choosePlan: 'Choose a plan',
  upgradeToBusiness: 'Upgrade to Business',
  upgradePlan: 'Upgrade your plan',
  saveTitle: 'Keep your files',
  saveText: 'Sign up with the address you sent from. What you sent moves to your account; nothing is sent again.',

  period: 'Billing period',
  monthly: 'Monthly',
  yearly: 'Yearly',
  /** The highest saving among the plans sold, in percent of twelve months. */
  yearlyLess: (percent: number) => `saves up to ${percent} %`,
  plansLabel: 'Plans',
  descriptions: {
    free: 'For occasional sending.',
    personal: 'For sending every week.',
    pro: 'For large files, every day.',
    business: 'For the whole company.',
  } as Record<string, string>,
  perMonth: 'a month',
  forEver: 'for as long as you like',
  billedYearly: (year: string, saving: string) => `${year} a year, saves ${saving}`,
  billedMonthly: 'billed monthly',
  tryFree: 'Try free',
  currentPlan: 'Current plan',
  notSoldYet: 'Not on sale yet',
  refund: '30-day refund',
  points: {
    upload: (size: string) => `${size} per transfer`,
    storage: (size: string) => `${size} of storage`,
    transfers: (count: number) => `${count} transfers a month`,
    unlimitedTransfers: 'Unlimited transfers',
    recipients: (count: number) => `Up to ${count} recipients per transfer`,
    expiry: 'Any expiry, or none',
    week: 'Links expire after 1 week',
  },

  compareTitle: 'Side by side',
  compareRow: 'What you get',
  rows: {
    uploadLimitBytes: 'Transfer size',
    storageBytes: 'Storage',
    monthlyTransfers: 'Transfers per month',
    monthlyRequests: 'File requests per month',
    recipientLimit: 'Recipients per transfer',
    fileLimit: 'Files per transfer',
    seatLimit: 'Team seats',
    expiry: 'Longest expiry',
  },
  lifetime: {
    pageTitle: 'Lifetime deal',
    welcome: 'Welcome! Your plan is for life',
    intro: 'Enter your codes. The more you activate, the larger your plan, and it never ends.',
    visitorIntro: 'Sign up, then enter your codes. The more you activate, the larger your plan, and it never ends.',
    slip: 'Lifetime codes',
    code: (place: number) => `Lifetime Code #${place}`,
    codes: (from: number, to: number) =>
      from === to ? `${from} ${from === 1 ? 'code' : 'codes'}` : `${from}–${to} codes`,
    nextCode: (plan: string) => `With one more code you have ${plan}.`,
    activated: (count: number) => (count === 1 ? '1 activated license' : `${count} activated licenses`),
    maximum: (count: number) => `${count} activated licenses. You have reached the maximum.`,
    proceed: 'Continue',
    invalid: (email: string) => `Code(s) are invalid! Reach out to ${email}.`,
  },
  unlimited: 'Unlimited',
  oneWeek: '1 week',
  never: 'Never expires',
  none: 'None',
}

export type BillingWords = typeof billing
