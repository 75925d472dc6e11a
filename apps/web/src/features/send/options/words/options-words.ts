import { options as en } from './en.ts'
import { options as zh } from './zh.ts'

export const optionsWords = { en, zh }
