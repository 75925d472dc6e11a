import { requestRecord as en } from './en/request-record.ts'
import { requestRecord as zh } from './zh/request-record.ts'

export const requestRecordWords = { en, zh }
