import { wordsOf } from '../../words/packs.ts'

export const shellWords = wordsOf('shell')
