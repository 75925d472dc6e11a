import { receipts as en } from './en/receipts.ts'
import { receipts as zh } from './zh/receipts.ts'

export const receiptWords = { en, zh }
