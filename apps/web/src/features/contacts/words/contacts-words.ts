import { contacts as en } from './en.ts'
import { contacts as zh } from './zh.ts'

export const contactsWords = { en, zh }
