import { wordsOf } from '../../../shared/words/packs.ts'
import type { AnswerWords } from './en.ts'

export const answerWords = wordsOf<AnswerWords>('answer')
