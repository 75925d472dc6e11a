import { wordsOf } from './packs.ts'

export const quickSendWords = wordsOf('quickSend')
