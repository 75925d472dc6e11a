import { accounts as en } from './en/accounts.ts'
import { accounts as zh } from './zh/accounts.ts'

export const accountsWords = { en, zh }
