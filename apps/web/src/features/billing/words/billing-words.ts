import { billing as en } from './en.ts'
import { billing as zh } from './zh.ts'

export const billingWords = { en, zh }
