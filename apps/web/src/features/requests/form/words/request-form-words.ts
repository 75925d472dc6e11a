import { requestForm as en } from './en.ts'
import { requestForm as zh } from './zh.ts'

export const requestFormWords = { en, zh }
