import { sealedNote as en } from './en.ts'
import { sealedNote as zh } from './zh.ts'

export const sealedNoteWords = { en, zh }
