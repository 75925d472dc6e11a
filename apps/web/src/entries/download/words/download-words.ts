import { wordsOf } from './packs.ts'

export const downloadWords = wordsOf('download')
