import { sealing as en } from './en/sealing.ts'
import { sealing as zh } from './zh/sealing.ts'

export const sealingWords = { en, zh }
