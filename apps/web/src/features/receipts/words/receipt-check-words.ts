import { receiptCheck as en } from './en/receipt-check.ts'
import { receiptCheck as zh } from './zh/receipt-check.ts'

export const receiptCheckWords = { en, zh }
