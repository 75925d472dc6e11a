import { transferList as en } from './en/transfer-list.ts'
import { transferList as zh } from './zh/transfer-list.ts'

export const transferListWords = { en, zh }
