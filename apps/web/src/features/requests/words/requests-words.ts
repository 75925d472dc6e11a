import { requests as en } from './en.ts'
import { requests as zh } from './zh.ts'

export const requestsWords = { en, zh }
