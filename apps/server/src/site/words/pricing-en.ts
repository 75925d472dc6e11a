import type { PricingWords } from './pricing-words.ts'

export const pricingEn: PricingWords = {
  title: 'Plans and prices',
  description: 'What Waybill costs, by the month and by the year, and what each plan allows.',
  tryTitle: 'Try free for a week',
  tryLead: 'Get sending quickly',
  lead: 'Recipients never pay, and never need an account. Choose a plan by how much you send.',
  testCards: 'This server is for trying out: it takes test cards only, and no money moves.',
  taxAdded: 'Prices are plus tax. The checkout shows the tax for your address.',
  notSold: ['Plans are not on sale here yet. If you need more than the free plan allows, write to ', '.'],

  period: 'Billing period',
  monthly: 'Monthly',
  yearly: 'Yearly',
  yearlyLess: (percent) => `saves up to ${percent} %`,
  plans: 'Plans',
  descriptions: {
    free: 'For occasional sending.',
    personal: 'For sending every week.',
    pro: 'For large files, every day.',
    business: 'For the whole company.',
  },
  perMonth: 'a month',
  forEver: 'for as long as you like',
  billedYearly: (year, saving) => `${year} a year, saves ${saving}`,
  billedMonthly: 'billed monthly',
  tryFree: 'Try free',
  tryWeek: 'Try for a week',
  notSoldYet: 'Not on sale yet',
  points: {
    upload: (size) => `Send and receive ${size} at once`,
    storage: (size) => `${size} of storage`,
    transfers: (count) => `Up to ${count} transfers a month`,
    unlimited: 'Unlimited transfers and requests',
    recipients: (count) => `Email up to ${count} recipients`,
    week: 'Links expire after 1 week',
    noExpiry: 'No transfer expiry',
    seats: (count) => (count === 1 ? '1 team seat' : `${count} team seats`),
    refund: '30-day refund',
  },

  compare: 'Side by side',
  plan: 'What you get',
  rows: {
    upload: 'Transfer size',
    storage: 'Storage',
    transfers: 'Transfers per month',
    requests: 'File requests per month',
    recipients: 'Recipients per transfer',
    files: 'Files per transfer',
    expiry: 'Longest expiry',
    seats: 'Team seats',
    branding: 'Our branding',
    hosts: 'Custom subdomain',
    mailDomain: 'Emails from your domain',
    singleSignOn: 'Sign-in through your company',
  },
  unlimited: 'Unlimited',
  none: 'None',
  included: 'Included',
  oneWeek: '1 week',
  anyExpiry: 'Never expires',
  branding: { ours: 'Shown', line: 'Reduced', removable: 'Removable', own: 'Yours instead' },

  questions: 'Questions about plans',
  faq: {
    recipients: {
      ask: 'Does anyone but me pay?',
      answer: 'No. Recipients and suppliers never pay, and never need an account.',
    },
    free: {
      ask: 'What does the free plan include?',
      answer: ({ storage, size, transfers, requests }) =>
        `${storage} of storage, transfers of up to ${size}, and ${transfers} transfers and ${requests} file requests a month. It needs no card and has no end.`,
    },
    trial: {
      ask: 'How does the free week work?',
      answer:
        'The first plan of an account begins with 7 days free. You enter a card, and we email you two days before the week ends, with the sum. If you cancel before, nothing is charged. Each person has one trial.',
    },
    change: {
      ask: 'Can I change or cancel my plan?',
      answer:
        'At any time, in your account. You see what a change costs before you confirm it. A plan that you cancel continues until the end of what you have paid for.',
    },
    smaller: {
      ask: 'What happens to my files on a smaller plan?',
      answer:
        'Nothing is deleted. If you use more storage than the new plan has, you can send again once there is room.',
    },
    refund: {
      ask: 'Can I get my money back?',
      answer: (email) =>
        `Yes. Write to ${email} within 30 days of your latest payment. The plan ends when the money goes back.`,
    },
    pay: {
      ask: 'How can I pay?',
      card: 'By card. A subscription renews until you cancel it.',
      once: 'You can also pay for a month or a year once, by Alipay, WeChat Pay or card; that ends by itself.',
    },
    tax: { ask: 'Do the prices include tax?', answer: 'No. The checkout shows the tax for your address.' },
  },
  send: 'Send a file',
  help: 'Payment and refunds in detail',
  signUpNeedsScript: 'To sign up, turn on JavaScript in your browser. Links you receive work without it.',
  seePlans: 'See the plans',
}
