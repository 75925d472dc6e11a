/**
 * `npm run test:crash [-- --disk 40 --answers 50 --lines 60 --databases 40 --stale 50 --pair 100 --s3 20 --pair-s3
 * 50]`: kill -9 at random moments, with senders on the disk store, suppliers who answer a request, senders on a real
 * Ceph, and one of two servers behind nginx; a database whose connections break, or that is killed, under load; and
 * processes that lost their lease and continue to write.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runAnswerCrashes } from '../apps/server/test/crash/crash-answers.ts'
import { runCrashes } from '../apps/server/test/crash/crash-run.ts'
import { breakLines, killDatabases } from '../apps/server/test/crash/database-breaks.ts'
import { ServerPair } from '../apps/server/test/crash/server-pair.ts'
import { runStaleWriters, type StaleOptions } from '../apps/server/test/crash/stale-writer.ts'
import { withDatabase } from '../apps/server/test/crash/with-database.ts'
import { CephStore } from '../apps/server/test/nodes/ceph-store.ts'
import { ensurePrograms } from './install/ensure-programs.ts'

const { values } = parseArgs({
  options: {
    disk: { type: 'string', default: '40' },
    answers: { type: 'string', default: '50' },
    lines: { type: 'string', default: '60' },
    databases: { type: 'string', default: '40' },
    stale: { type: 'string', default: '50' },
    pair: { type: 'string', default: '100' },
    s3: { type: 'string', default: '20' },
    'pair-s3': { type: 'string', default: '50' },
  },
})
const say = (line: string) => console.log(`  ${line}`)
let broken = 0

function tell(store: string, report: { broken: string[] }): void {
  console.log(`${store}: ${JSON.stringify({ ...report, broken: report.broken.length })}`)
  for (const line of report.broken) console.log(`  BROKEN ${line}`)
  broken += report.broken.length
}

if (Number(values.disk) > 0) tell('disk', await runCrashes({ rounds: Number(values.disk), say }))
if (Number(values.answers) > 0) tell('answers', await runAnswerCrashes({ rounds: Number(values.answers), say }))
if (Number(values.lines) > 0) tell('broken lines', await breakLines(Number(values.lines), say))
if (Number(values.databases) > 0) tell('killed databases', await killDatabases(Number(values.databases), say))
const attacks = ['stopped and continued', 'sessions ended'] as const
if (Number(values.stale) > 0) {
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-stale-'))
  const run = (database: StaleOptions['database']) =>
    runStaleWriters({ attacks, rounds: Number(values.stale), database, dataDir, say })
  tell('stale writers', await withDatabase(run))
}
const killPair = (rounds: number, env: Record<string, string>) =>
  withDatabase(({ url }) =>
    runCrashes({ rounds, env: { ...env, DATABASE_URL: url }, open: (...given) => ServerPair.open(...given), say }),
  )
const needsNginx = Number(values.pair) + Number(values['pair-s3']) > 0
if (needsNginx) ensurePrograms({ '/usr/sbin/nginx': 'nginx-light' }, 'the crash test needs nginx before its servers')
if (Number(values.pair) > 0) tell('two behind nginx', await killPair(Number(values.pair), {}))
if (Number(values.s3) > 0 || Number(values['pair-s3']) > 0) {
  const store = await CephStore.start()
  try {
    const env = store.settings
    if (Number(values.s3) > 0) tell('S3', await runCrashes({ rounds: Number(values.s3), env, say }))
    if (Number(values['pair-s3']) > 0) tell('two behind nginx on S3', await killPair(Number(values['pair-s3']), env))
  } finally {
    store.close()
  }
}
console.log(broken === 0 ? 'every promise held' : `${broken} promises broken`)
process.exitCode = broken === 0 ? 0 : 1
