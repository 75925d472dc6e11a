import type { Language } from '@waybill/contract/core/fields'
import { en, type MailWords } from './en.ts'
import { zh } from './zh.ts'

const tables: Record<Language, MailWords> = { en, zh }

export const mailWords = (language: Language): MailWords => tables[language]
