import { preview as en } from './en.ts'
import { preview as zh } from './zh.ts'

export const previewWords = { en, zh }
