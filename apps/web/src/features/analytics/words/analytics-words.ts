import { analytics as en } from './en.ts'
import { analytics as zh } from './zh.ts'

export const analyticsWords = { en, zh }
