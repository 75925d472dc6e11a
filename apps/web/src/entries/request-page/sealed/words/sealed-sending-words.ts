import { wordsOf } from '../../../../shared/words/packs.ts'
import type { SealedSendingWords } from './en.ts'

export const sealedSendingWords = wordsOf<SealedSendingWords>('sealedSending')
