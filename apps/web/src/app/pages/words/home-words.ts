import { wordsOf } from '../../../shared/words/packs.ts'

export const homeWords = wordsOf('home')
