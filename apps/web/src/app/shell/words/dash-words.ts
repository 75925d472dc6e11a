import { dash as en } from './en.ts'
import { dash as zh } from './zh.ts'

export const dashWords = { en, zh }
