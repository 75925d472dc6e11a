import { accounts as en } from './en.ts'
import { accounts as zh } from './zh.ts'

export const accountsWords = { en, zh }
