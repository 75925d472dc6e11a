import { transferRecord as en } from './en/transfer-record.ts'
import { transferRecord as zh } from './zh/transfer-record.ts'

export const transferRecordWords = { en, zh }
