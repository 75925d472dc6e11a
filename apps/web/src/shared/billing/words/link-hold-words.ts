import { linkHold as en } from './en.ts'
import { linkHold as zh } from './zh.ts'

export const linkHoldWords = { en, zh }
