import { comments as en } from './en.ts'
import { comments as zh } from './zh.ts'

export const commentsWords = { en, zh }
