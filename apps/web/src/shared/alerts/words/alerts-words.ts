import { alerts as en } from './en.ts'
import { alerts as zh } from './zh.ts'

export const alertWords = { en, zh }
