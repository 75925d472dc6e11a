import { evidence as en } from './en/evidence.ts'
import { evidence as zh } from './zh/evidence.ts'

export const evidenceWords = { en, zh }
