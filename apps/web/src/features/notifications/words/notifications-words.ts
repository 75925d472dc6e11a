import { notifications as en } from './en/notifications.ts'
import { notifications as zh } from './zh/notifications.ts'

export const notificationsWords = { en, zh }
