import { wordsOf } from './packs.ts'

export const answerWords = wordsOf('answer')
