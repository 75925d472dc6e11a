import { wordsOf } from '../../../words/packs.ts'
import type { UpgradeWords } from './en.ts'

export const upgradeWords = wordsOf<UpgradeWords>('upgrade')
