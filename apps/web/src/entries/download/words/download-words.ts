import { wordsOf } from '../../../shared/words/packs.ts'

export const downloadWords = wordsOf('download')
