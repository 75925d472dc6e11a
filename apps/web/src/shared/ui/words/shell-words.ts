import { wordsOf } from './packs.ts'

export const shellWords = wordsOf('shell')
