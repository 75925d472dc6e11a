import { library as en } from './en.ts'
import { library as zh } from './zh.ts'

export const libraryWords = { en, zh }
