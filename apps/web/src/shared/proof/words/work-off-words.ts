import { workOff as en } from './en/work-off.ts'
import { workOff as zh } from './zh/work-off.ts'

export const workOffWords = { en, zh }
