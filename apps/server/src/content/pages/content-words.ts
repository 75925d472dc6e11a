import type { Language } from '@waybill/contract/core/fields'
import type { ChangeType, helpGroups } from '../reading/read-front-matter.ts'

const groups: Record<(typeof helpGroups)[number], string> = {
  sending: 'Sending',
  tracking: 'Tracking',
  receiving: 'Receiving',
  requests: 'File requests',
  account: 'Your account',
  company: 'Teams and companies',
  developers: 'For developers',
}
const types: Record<ChangeType, string> = { new: 'New', improved: 'Improved', fixed: 'Fixed' }

/** The pages of articles; the articles themselves are in `content/`. */
const en = {
  blog: 'Blog',
  blogText: 'Sending large files, proving that they arrived, and working with suppliers far away.',
  views: (count: number) => `${count} views`,
  changed: (day: string) => `Last changed ${day}`,
  help: 'Help center',
  helpText: 'Short answers on sending, tracking, requests, accounts and teams.',
  search: 'Search the help',
  searchButton: 'Search',
  results: (count: number, query: string) =>
    count === 1 ? `1 article on “${query}”` : `${count} articles on “${query}”`,
  noResults: (query: string) => `No article on “${query}”`,
  noResultsText: 'Try fewer or other words, or write to us:',
  groups,
  rules: 'Rules',
  related: 'More on this',
  question: 'Is your question still open? Write to us:',
  updates: 'Updates',
  updatesText: 'What is new in Waybill, month by month.',
  types,
  feed: 'Atom feed',
  feedTitle: 'Waybill: blog and updates',
  roadmap: 'Roadmap',
  month: (year: number, month: number) => `${months[month - 1]} ${year}`,
}
const months = 'January February March April May June July August September October November December'.split(' ')

const zh: typeof en = {
  blog: '博客',
  blogText: '发送大文件、证明文件已送达，以及与远方的供应商协作。',
  views: (count) => `${count} 次浏览`,
  changed: (day) => `最近更新：${day}`,
  help: '帮助中心',
  helpText: '关于发送、跟踪、文件请求、账户和团队的简短解答。',
  search: '搜索帮助',
  searchButton: '搜索',
  results: (count, query) => `${count} 篇与“${query}”有关的文章`,
  noResults: (query) => `没有与“${query}”有关的文章`,
  noResultsText: '请减少或更换关键词，也可以给我们发邮件：',
  groups: {
    sending: '发送',
    tracking: '跟踪',
    receiving: '接收',
    requests: '文件请求',
    account: '您的账户',
    company: '团队与公司',
    developers: '开发者',
  },
  rules: '条款',
  related: '相关文章',
  question: '问题还没有解决？请给我们发邮件：',
  updates: '产品更新',
  updatesText: 'Waybill 每月的新变化。',
  types: { new: '新功能', improved: '改进', fixed: '修复' },
  feed: 'Atom 订阅',
  feedTitle: 'Waybill：博客与产品更新',
  roadmap: '路线图',
  month: (year, month) => `${year}年${month}月`,
}

export type ContentWords = typeof en
export const contentWords: Record<Language, ContentWords> = { en, zh }
