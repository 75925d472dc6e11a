import type { ExpiriesWords } from './en.ts'

export const expiries: ExpiriesWords = {
  week: '1 周',
  month: '1 个月',
  quarter: '3 个月',
  year: '1 年',
  never: '永久有效',
}
