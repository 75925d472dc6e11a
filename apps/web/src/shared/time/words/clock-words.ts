import { clock as en } from './en.ts'
import { clock as zh } from './zh.ts'

export const clockWords = { en, zh }
