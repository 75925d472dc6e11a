import type { Language } from '@waybill/contract/core/fields'

export const pricingWords: Record<Language, { title: string; description: string }> = {
  en: {
    title: 'Plans and prices',
    description: 'What Waybill costs, by the month and by the year, and what each plan allows.',
  },
  zh: { title: '方案与价格', description: 'Waybill 按月和按年的价格，以及各方案的额度。' },
}
