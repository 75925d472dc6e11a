import { tracking as en } from './en/tracking.ts'
import { tracking as zh } from './zh/tracking.ts'

export const trackingWords = { en, zh }
