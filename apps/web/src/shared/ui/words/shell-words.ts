import { wordsOf } from '../../words/packs.ts'
import type { ShellWords } from './en.ts'

export const shellWords = wordsOf<ShellWords>('shell')
