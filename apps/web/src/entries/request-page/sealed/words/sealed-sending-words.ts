import { wordsOf } from '../../../../shared/words/packs.ts'

export const sealedSendingWords = wordsOf('sealedSending')
