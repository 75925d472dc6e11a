import { transferRecord as en } from './en.ts'
import { transferRecord as zh } from './zh.ts'

export const transferRecordWords = { en, zh }
