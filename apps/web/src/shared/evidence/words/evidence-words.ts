import { evidence as en } from './en.ts'
import { evidence as zh } from './zh.ts'

export const evidenceWords = { en, zh }
