import { sending as en } from './en/sending.ts'
import { sending as zh } from './zh/sending.ts'

export const sendingWords = { en, zh }
