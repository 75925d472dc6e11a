/** All packs in both languages at once, for tests. */
import '../../entries/bring-words.ts'
import { bringTables } from '../../shared/words/packs.ts'
import * as en from './en/home.ts'
import * as zh from './zh/home.ts'

bringTables('en', en)
bringTables('zh', zh)
