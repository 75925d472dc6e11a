import { team as en } from './en.ts'
import { team as zh } from './zh.ts'

export const teamWords = { en, zh }
