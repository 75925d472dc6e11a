/** All packs in both languages at once: for the server, which draws pages for everybody, and for tests. */

import * as enDownload from '../entries/download/packs/en/download.ts'
import * as zhDownload from '../entries/download/packs/zh/download.ts'
import * as enAnswer from '../entries/request-page/packs/en/answer.ts'
import * as zhAnswer from '../entries/request-page/packs/zh/answer.ts'
import * as enFirst from '../shared/words/packs/en/first.ts'
import * as enProblems from '../shared/words/packs/en/problems.ts'
import * as zhFirst from '../shared/words/packs/zh/first.ts'
import * as zhProblems from '../shared/words/packs/zh/problems.ts'
import { bringTables } from '../shared/words/packs.ts'
import * as enHome from './packs/en/home.ts'
import * as zhHome from './packs/zh/home.ts'

for (const tables of [enFirst, enHome, enDownload, enAnswer, enProblems]) bringTables('en', tables)
for (const tables of [zhFirst, zhHome, zhDownload, zhAnswer, zhProblems]) bringTables('zh', tables)
