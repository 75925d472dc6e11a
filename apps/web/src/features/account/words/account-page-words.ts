import { accountPage as en } from './en.ts'
import { accountPage as zh } from './zh.ts'

export const accountPageWords = { en, zh }
