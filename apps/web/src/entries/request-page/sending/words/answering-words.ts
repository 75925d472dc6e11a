import { answering as en } from './en/answering.ts'
import { answering as zh } from './zh/answering.ts'

export const answeringWords = { en, zh }
