import { sealedNote as en } from './en/sealed-note.ts'
import { sealedNote as zh } from './zh/sealed-note.ts'

export const sealedNoteWords = { en, zh }
