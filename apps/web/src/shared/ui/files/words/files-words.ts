import { files as en } from './en.ts'
import { files as zh } from './zh.ts'

export const filesWords = { en, zh }
