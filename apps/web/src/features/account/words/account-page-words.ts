import { accountPage as en } from './en/account-page.ts'
import { accountPage as zh } from './zh/account-page.ts'

export const accountPageWords = { en, zh }
