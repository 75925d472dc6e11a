import { receipts as en } from './en.ts'
import { receipts as zh } from './zh.ts'

export const receiptWords = { en, zh }
