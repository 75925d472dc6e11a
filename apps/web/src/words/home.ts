import { home as en } from './en/home.ts'
import { home as zh } from './zh/home.ts'

export const homeWords = { en, zh }
