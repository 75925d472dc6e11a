import { tracking as en } from './en.ts'
import { tracking as zh } from './zh.ts'

export const trackingWords = { en, zh }
