import { pay as en } from './en.ts'
import { pay as zh } from './zh.ts'

export const payWords = { en, zh }
