import { region as en } from './region-en.ts'
import { region as zh } from './region-zh.ts'

export const regionWords = { en, zh }
