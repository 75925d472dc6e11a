import { viewer as en } from './en.ts'
import { viewer as zh } from './zh.ts'

export const viewerWords = { en, zh }
