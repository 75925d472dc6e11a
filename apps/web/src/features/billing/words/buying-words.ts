import { buying as en } from './buying-en.ts'
import { buying as zh } from './buying-zh.ts'

export const buyingWords = { en, zh }
