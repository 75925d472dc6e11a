import { wordsOf } from './packs.ts'

export const sealedSendingWords = wordsOf('sealedSending')
