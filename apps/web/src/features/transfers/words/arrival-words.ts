import { arrival as en } from './en.ts'
import { arrival as zh } from './zh.ts'

export const arrivalWords = { en, zh }
