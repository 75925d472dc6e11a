/**
 * `npm run test:crash [-- --disk 40 --answers 50 --lines 60 --databases 40 --s3 20]`: kill -9 at random moments, of senders
 * on the disk store, of suppliers who answer a request, and of senders on a real Ceph; and a database whose connections
 * break, or that is killed itself, under load.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runAnswerCrashes } from '../apps/server/test/crash/crash-answers.ts'
import { runCrashes } from '../apps/server/test/crash/crash-run.ts'
import { breakLines, killDatabases } from '../apps/server/test/crash/database-breaks.ts'

const { values } = parseArgs({
  options: {
    disk: { type: 'string', default: '40' },
    answers: { type: 'string', default: '50' },
    lines: { type: 'string', default: '60' },
    databases: { type: 'string', default: '40' },
    s3: { type: 'string', default: '20' },
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
if (Number(values.s3) > 0) {
  const tool = join(import.meta.dirname, 'ceph-s3')
  const folder = mkdtempSync(join(tmpdir(), 'waybill-ceph-'))
  const ceph = (...args: string[]) => {
    if (spawnSync(tool, args, { stdio: 'inherit' }).status !== 0) throw new Error(`${tool} ${args.join(' ')} failed`)
  }
  ceph('install')
  ceph('up', folder, '7481')
  try {
    const env = {
      S3_ENDPOINT: 'http://127.0.0.1:7481',
      S3_REGION: 'default',
      S3_BUCKET: 'waybill',
      S3_ACCESS_KEY_ID: 'waybillkey',
      S3_SECRET_ACCESS_KEY: 'waybillsecret',
      S3_PATH_STYLE: 'true',
    }
    tell('S3', await runCrashes({ rounds: Number(values.s3), env, say }))
  } finally {
    ceph('down', folder)
    rmSync(folder, { recursive: true, force: true })
  }
}
console.log(broken === 0 ? 'every promise held' : `${broken} promises broken`)
process.exitCode = broken === 0 ? 0 : 1
