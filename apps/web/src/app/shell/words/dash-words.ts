import { dash as en } from './en/dash.ts'
import { dash as zh } from './zh/dash.ts'

export const dashWords = { en, zh }
