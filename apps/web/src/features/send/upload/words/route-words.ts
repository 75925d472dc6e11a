import { route as en } from './en.ts'
import { route as zh } from './zh.ts'

export const routeWords = { en, zh }
