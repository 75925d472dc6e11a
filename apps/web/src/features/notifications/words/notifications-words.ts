import { notifications as en } from './en.ts'
import { notifications as zh } from './zh.ts'

export const notificationsWords = { en, zh }
