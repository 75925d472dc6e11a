import type { Language } from '@waybill/contract/core/fields'

/** '14 分钟前' from '14分钟前': `Intl` sets no space between digits and Chinese characters, and our words do. */
export const spaced = (text: string): string => text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ')

/** A remark beside something else: ' (here)', '（here）'. */
export const bracketed = (text: string, language: Language): string =>
  language === 'zh' ? `（${text}）` : ` (${text})`

/** 'Mei Chen, Harbour', 'Mei Chen · Harbour'; '' where neither is known. */
export const nameAndCompany = (name: string | null, company: string | null, language: Language): string =>
  [name, company].filter(Boolean).join(language === 'zh' ? ' · ' : ', ')
