import { wordsOf } from '../../../shared/words/packs.ts'
import type { HomeWords } from './en.ts'

export const homeWords = wordsOf<HomeWords>('home')
