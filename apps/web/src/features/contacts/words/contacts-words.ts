import { contacts as en } from './en/contacts.ts'
import { contacts as zh } from './zh/contacts.ts'

export const contactsWords = { en, zh }
