import { conversation as en } from './en.ts'
import { conversation as zh } from './zh.ts'

export const conversationWords = { en, zh }
