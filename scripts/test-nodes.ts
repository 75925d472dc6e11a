/**
 * `npm run test:nodes [-- dashboard/live-delivery …]`: the main journeys in a real browser over two processes behind
 * nginx, with one PostgreSQL and mails through a real SMTP server, with files on a real Ceph, then in a shared folder;
 * nothing is sticky. Where journeys are named, these alone.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CephStore } from '../apps/server/test/nodes/ceph-store.ts'
import { nodeSettings } from '../apps/server/test/nodes/scale-file.ts'
import { startDebianPostgres } from './install/debian-postgres.ts'
import { ensurePrograms } from './install/ensure-programs.ts'
import { findChromium } from './install/find-chromium.ts'
import { playwrightCounts, RESULTS, runSteps, type Step } from './suites/run-steps.ts'

const ON_CEPH = [
  'send/send-by-email',
  'receive/recipient',
  'dashboard/live-delivery',
  'dashboard/live-updates',
  'requests/submit-files',
  'account/sign-in',
  'account/ended-session',
]
/** These count parts as they arrive, and nodes see parts only where browsers do not send them to the store itself. */
const IN_FOLDER = ['send/resume', 'requests/resume-submission', 'account/sign-up']

const { positionals } = parseArgs({ allowPositionals: true })
const named = (files: string[]) => files.filter((file) => positionals.length === 0 || positionals.includes(file))

ensurePrograms({ '/usr/sbin/nginx': 'nginx-light' }, 'The journeys over two nodes need a balancer')
const chromium = findChromium('light')
const database = startDebianPostgres()
const store = await CephStore.start()
const settings = nodeSettings({ S3_ENDPOINT: store.endpoint })
const s3 = Object.fromEntries(Object.entries(settings).filter(([name]) => name.startsWith('S3_')))

function journeys(id: string, name: string, files: readonly string[], env: Record<string, string>): Step[] {
  if (files.length === 0) return []
  const report = join(RESULTS, `${id}-report.json`)
  const step = {
    name,
    command: ['playwright', 'test', ...files, '--output', join(RESULTS, `${id}-journeys`)],
    env: {
      ...env,
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      WAYBILL_E2E_SMTP: '1',
      WAYBILL_E2E_NODES: '2',
      WAYBILL_TEST_DATABASE: database.url,
    },
    report: { file: report, read: playwrightCounts },
  }
  return [step]
}

try {
  await runSteps('npm-test-nodes', [
    ...journeys('nodes', 'the main journeys over two nodes, on S3 and SMTP', named(ON_CEPH), s3),
    ...journeys('nodes-folder', 'resumed journeys over two nodes, in a shared folder', named(IN_FOLDER), {}),
  ])
} finally {
  store.close()
  database.stop()
}
