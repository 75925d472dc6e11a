import { wordsOf } from '../../../../shared/words/packs.ts'
import type { QuickSendWords } from './en.ts'

export const quickSendWords = wordsOf<QuickSendWords>('quickSend')
