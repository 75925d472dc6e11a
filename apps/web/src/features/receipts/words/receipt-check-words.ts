import { receiptCheck as en } from './en.ts'
import { receiptCheck as zh } from './zh.ts'

export const receiptCheckWords = { en, zh }
