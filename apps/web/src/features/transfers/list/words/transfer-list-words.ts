import { transferList as en } from './en.ts'
import { transferList as zh } from './zh.ts'

export const transferListWords = { en, zh }
