import { alerts as en } from './en/alerts.ts'
import { alerts as zh } from './zh/alerts.ts'

export const alertWords = { en, zh }
