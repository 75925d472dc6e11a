import { wordsOf } from '../../../shared/words/packs.ts'

export const answerWords = wordsOf('answer')
