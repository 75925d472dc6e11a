import { library as en } from './en/library.ts'
import { library as zh } from './zh/library.ts'

export const libraryWords = { en, zh }
