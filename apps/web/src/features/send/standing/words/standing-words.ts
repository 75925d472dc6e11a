import { standing as en } from './en/standing.ts'
import { standing as zh } from './zh/standing.ts'

export const standingWords = { en, zh }
