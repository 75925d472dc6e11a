import { wordsOf } from '../../words/packs.ts'
import type { ExpiriesWords } from './en.ts'

export const expiriesWords = wordsOf<ExpiriesWords>('expiries')
