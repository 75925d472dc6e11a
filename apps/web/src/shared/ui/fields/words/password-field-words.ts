import { passwordField as en } from './en.ts'
import { passwordField as zh } from './zh.ts'

export const passwordFieldWords = { en, zh }
