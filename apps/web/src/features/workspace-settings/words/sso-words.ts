import { sso as en } from './sso-en.ts'
import { sso as zh } from './sso-zh.ts'

export const ssoWords = { en, zh }
