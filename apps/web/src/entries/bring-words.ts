/**
 * The packs of the entries in both languages at once: for the server, which renders pages for everybody, and for tests.
 */

import * as enFirst from '../shared/words/packs/en/first.ts'
import * as enProblems from '../shared/words/packs/en/problems.ts'
import * as zhFirst from '../shared/words/packs/zh/first.ts'
import * as zhProblems from '../shared/words/packs/zh/problems.ts'
import { bringTables } from '../shared/words/packs.ts'
import * as enDownload from './download/packs/en/download.ts'
import * as zhDownload from './download/packs/zh/download.ts'
import * as enAnswer from './request-page/packs/en/answer.ts'
import * as zhAnswer from './request-page/packs/zh/answer.ts'

for (const tables of [enFirst, enDownload, enAnswer, enProblems]) bringTables('en', tables)
for (const tables of [zhFirst, zhDownload, zhAnswer, zhProblems]) bringTables('zh', tables)
