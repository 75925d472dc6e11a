import { support as en } from './en.ts'
import { support as zh } from './zh.ts'

export const supportWords = { en, zh }
