import { conversationDesk as en } from './en.ts'
import { conversationDesk as zh } from './zh.ts'

export const conversationDeskWords = { en, zh }
