import { company as en } from './company-en.ts'
import { company as zh } from './company-zh.ts'

export const companyWords = { en, zh }
