import type { Language } from '@waybill/contract/core/fields'

export interface PricingWords {
  title: string
  description: string
  lead: string
  plan: string
  monthly: string
  yearly: string
  upload: string
  storage: string
  transfers: string
  requests: string
  recipients: string
  files: string
  seats: string
  expiry: string
  unlimited: string
  oneWeek: string
  anyExpiry: string
  choose: string
  send: string
}

const en: PricingWords = {
  title: 'Plans and prices',
  description: 'What Waybill costs, by the month and by the year, and what each plan allows.',
  lead: 'Recipients never pay, and never need an account. Choose a plan by how much you send.',
  plan: 'Plan',
  monthly: 'A month, paid by the month',
  yearly: 'A month, paid by the year',
  upload: 'Transfer size',
  storage: 'Storage',
  transfers: 'Transfers per month',
  requests: 'File requests per month',
  recipients: 'Recipients per transfer',
  files: 'Files per transfer',
  seats: 'Team seats',
  expiry: 'Longest expiry',
  unlimited: 'Unlimited',
  oneWeek: '1 week',
  anyExpiry: 'Never expires',
  choose: 'Choose a plan',
  send: 'Send a file',
}

const zh: PricingWords = {
  title: '方案与价格',
  description: 'Waybill 按月和按年的价格，以及各方案的额度。',
  lead: '收件人无需付费，也无需账户。按您的发送量选择方案。',
  plan: '方案',
  monthly: '按月付费，每月',
  yearly: '按年付费，折合每月',
  upload: '单次传输',
  storage: '存储空间',
  transfers: '每月传输次数',
  requests: '每月文件请求次数',
  recipients: '每次收件人数',
  files: '每次文件数',
  seats: '团队席位',
  expiry: '最长有效期',
  unlimited: '不限',
  oneWeek: '1 周',
  anyExpiry: '永久有效',
  choose: '选择方案',
  send: '发送文件',
}

export const pricingWords: Record<Language, PricingWords> = { en, zh }
