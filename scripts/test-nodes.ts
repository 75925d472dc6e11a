/**
 * `npm run test:nodes`: the main journeys in a real browser over two processes behind nginx, with one PostgreSQL, files on
 * a real Ceph and mails through a real SMTP server; nothing is sticky.
 */
import { join } from 'node:path'
import { CephStore } from '../apps/server/test/nodes/ceph-store.ts'
import { nodeSettings } from '../apps/server/test/nodes/scale-file.ts'
import { startDebianPostgres } from './install/debian-postgres.ts'
import { ensurePrograms } from './install/ensure-programs.ts'
import { findChromium } from './install/find-chromium.ts'
import { playwrightCounts, RESULTS, runSteps } from './suites/run-steps.ts'

const JOURNEYS = [
  'send/send-by-email',
  'send/resume',
  'receive/recipient',
  'dashboard/live-delivery',
  'dashboard/live-updates',
  'requests/submit-files',
  'requests/resume-submission',
  'account/sign-up',
  'account/sign-in',
  'account/ended-session',
]

ensurePrograms({ '/usr/sbin/nginx': 'nginx-light' }, 'The journeys over two nodes need a balancer')
const chromium = findChromium('light')
const report = join(RESULTS, 'nodes-report.json')
const database = startDebianPostgres()
const store = await CephStore.start()
const settings = nodeSettings({ S3_ENDPOINT: store.endpoint })
const s3 = Object.fromEntries(Object.entries(settings).filter(([name]) => name.startsWith('S3_')))
try {
  await runSteps('npm-test-nodes', [
    {
      name: 'the main journeys over two nodes, on S3 and SMTP',
      command: ['playwright', 'test', ...JOURNEYS, '--output', join(RESULTS, 'nodes-journeys')],
      env: {
        ...s3,
        CHROMIUM_PATH: chromium,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        WAYBILL_E2E_SMTP: '1',
        WAYBILL_E2E_NODES: '2',
        WAYBILL_TEST_DATABASE: database.url,
      },
      report: { file: report, read: playwrightCounts },
    },
  ])
} finally {
  store.close()
  database.stop()
}
