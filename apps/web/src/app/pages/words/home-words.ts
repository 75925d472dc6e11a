import { wordsOf } from './packs.ts'

export const homeWords = wordsOf('home')
