import { branding as en } from './en.ts'
import { branding as zh } from './zh.ts'

export const brandingWords = { en, zh }
