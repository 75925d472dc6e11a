import { requestRecord as en } from './en.ts'
import { requestRecord as zh } from './zh.ts'

export const requestRecordWords = { en, zh }
