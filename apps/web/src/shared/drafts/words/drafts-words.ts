import { wordsOf } from '../../words/packs.ts'
import type { DraftsWords } from './en.ts'

export const draftsWords = wordsOf<DraftsWords>('drafts')
