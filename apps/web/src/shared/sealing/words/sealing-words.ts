import { sealing as en } from './en.ts'
import { sealing as zh } from './zh.ts'

export const sealingWords = { en, zh }
