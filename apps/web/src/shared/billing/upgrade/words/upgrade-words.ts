import { upgrade as en } from './en.ts'
import { upgrade as zh } from './zh.ts'

export const upgradeWords = { en, zh }
