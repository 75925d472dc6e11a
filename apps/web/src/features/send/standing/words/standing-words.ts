import { standing as en } from './en.ts'
import { standing as zh } from './zh.ts'

export const standingWords = { en, zh }
