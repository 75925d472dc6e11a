import { activity as en } from './en.ts'
import { activity as zh } from './zh.ts'

export const activityWords = { en, zh }
