import { sendLater as en } from './en.ts'
import { sendLater as zh } from './zh.ts'

export const sendLaterWords = { en, zh }
