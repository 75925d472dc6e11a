/** All packs in both languages at once: for the server, which draws pages for everybody, and for tests. */
import * as enAnswer from './packs/en/answer.ts'
import * as enDownload from './packs/en/download.ts'
import * as enFirst from './packs/en/first.ts'
import * as enHome from './packs/en/home.ts'
import * as enProblems from './packs/en/problems.ts'
import * as zhAnswer from './packs/zh/answer.ts'
import * as zhDownload from './packs/zh/download.ts'
import * as zhFirst from './packs/zh/first.ts'
import * as zhHome from './packs/zh/home.ts'
import * as zhProblems from './packs/zh/problems.ts'
import { bringTables } from './packs.ts'

for (const tables of [enFirst, enHome, enDownload, enAnswer, enProblems]) bringTables('en', tables)
for (const tables of [zhFirst, zhHome, zhDownload, zhAnswer, zhProblems]) bringTables('zh', tables)
