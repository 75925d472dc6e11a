import { arriving as en } from './en.ts'
import { arriving as zh } from './zh.ts'

export const arrivingWords = { en, zh }
