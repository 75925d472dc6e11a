import { mailDomain as en } from './mail-en.ts'
import { mailDomain as zh } from './mail-zh.ts'

export const mailDomainWords = { en, zh }
