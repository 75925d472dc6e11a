import { answering as en } from './en.ts'
import { answering as zh } from './zh.ts'

export const answeringWords = { en, zh }
