import { fast as en } from './en.ts'
import { fast as zh } from './zh.ts'

export const fastWords = { en, zh }
