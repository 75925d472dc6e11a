import { support as en } from './en/support.ts'
import { support as zh } from './zh/support.ts'

export const supportWords = { en, zh }
