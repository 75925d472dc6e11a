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
  saveText: 'Sign up with the address you sent from. What you sent joins your account, and nothing is sent again.',

  period: 'Billing period',
  monthly: 'Monthly',
  yearly: 'Yearly',
  /** The highest saving among the plans sold, in percent of twelve months. */
  yearlyLess: (percent: number) => `saves up to ${percent} %`,
  plansLabel: 'Plans',
  descriptions: {
    free: 'For now and then.',
    personal: 'For one who sends every week.',
    pro: 'For large files, every day.',
    business: 'For a whole company.',
  } as Record<string, string>,
  perMonth: 'a month',
  forEver: 'for as long as you like',
  billedYearly: (year: string, saving: string) => `${year} a year, saves ${saving}`,
  billedMonthly: 'billed each month',
  tryFree: 'Try free',
  currentPlan: 'Current plan',
  notSoldYet: 'Not on sale yet',
  refund: '30-day refund',
  points: {
    upload: (size: string) => `${size} in one transfer`,
    storage: (size: string) => `${size} of storage`,
    transfers: (count: number) => `${count} transfers a month`,
    unlimitedTransfers: 'Unlimited transfers',
    recipients: (count: number) => `Up to ${count} recipients at once`,
    expiry: 'Any expiry, also none',
    week: 'Links live for a week',
  },

  compareTitle: 'Side by side',
  compareRow: 'What you get',
  rows: {
    uploadLimitBytes: 'One transfer',
    storageBytes: 'Storage',
    monthlyTransfers: 'Transfers a month',
    monthlyRequests: 'File requests a month',
    recipientLimit: 'Recipients of a transfer',
    fileLimit: 'Files in a transfer',
    seatLimit: 'Team seats',
    expiry: 'Longest expiry',
  },
  unlimited: 'Unlimited',
  oneWeek: '1 week',
  never: 'Never expires',
  none: 'None',
}

export type BillingWords = typeof billing
