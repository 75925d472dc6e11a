import { requestForm as en } from './en/request-form.ts'
import { requestForm as zh } from './zh/request-form.ts'

export const requestFormWords = { en, zh }
