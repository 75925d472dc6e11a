import { sending as en } from './en.ts'
import { sending as zh } from './zh.ts'

export const sendingWords = { en, zh }
