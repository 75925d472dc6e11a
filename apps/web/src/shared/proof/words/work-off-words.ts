import { workOff as en } from './en.ts'
import { workOff as zh } from './zh.ts'

export const workOffWords = { en, zh }
