import { keys as en } from './en.ts'
import { keys as zh } from './zh.ts'

export const keysWords = { en, zh }
