import { news as en } from './en.ts'
import { news as zh } from './zh.ts'

export const newsWords = { en, zh }
