import type { Period, SoldRole } from '@waybill/contract/billing/plans'

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'],
  'December',
]

/** The text of a printed invoice. Sums and days come formatted. */
export const en = {
  locale: 'en-GB',
  title: 'Invoice',
  testTitle: 'Test invoice – no money was moved',
  testText: 'This server sells with test cards only. This invoice is no proof of a payment, and no tax was worked out.',
  stamps: { paid: 'PAID (TEST)', open: 'OPEN', void: 'VOID' },
  number: 'Invoice number',
  date: 'Date',
  day: (year: number, month: number, day: number) => `${day} ${months[month - 1]} ${year}`,
  paidOn: 'Paid on',
  from: 'From',
  to: 'Invoice to',
  taxId: (kind: string, value: string) => `${kind} ${value}`,
  item: 'Item',
  amount: 'Amount',
  plans: { personal: 'Personal', pro: 'Pro', business: 'Business' } satisfies Record<SoldRole, string>,
  periods: { monthly: 'one month', yearly: 'one year' } satisfies Record<Period, string>,
  subscription: (plan: string, period: string) => `Waybill ${plan}, ${period}`,
  prepaid: (plan: string, period: string) => `Waybill ${plan}, ${period}, paid once`,
  switch: (plan: string) => `Switch to Waybill ${plan}, for the rest of the period`,
  off: 'Discounts and credit',
  tax: 'Tax',
  noTax: 'none',
  total: 'Total',
  refunded: 'Given back',
  page: (page: number, count: number) => `Page ${page} of ${count}`,
  unprintable: '□ stands for a character that this document cannot print.',
}

export type InvoiceWords = typeof en
