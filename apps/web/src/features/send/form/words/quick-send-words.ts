import { wordsOf } from '../../../../shared/words/packs.ts'

export const quickSendWords = wordsOf('quickSend')
