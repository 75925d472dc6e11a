import { sealedSending as en } from './en/sealed-sending.ts'
import { sealedSending as zh } from './zh/sealed-sending.ts'

export const sealedSendingWords = { en, zh }
