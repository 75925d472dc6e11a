import { analytics as en } from './en/analytics.ts'
import { analytics as zh } from './zh/analytics.ts'

export const analyticsWords = { en, zh }
