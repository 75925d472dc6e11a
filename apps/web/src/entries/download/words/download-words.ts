import { wordsOf } from '../../../shared/words/packs.ts'
import type { DownloadWords } from './en.ts'

export const downloadWords = wordsOf<DownloadWords>('download')
