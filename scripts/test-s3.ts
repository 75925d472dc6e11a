/**
 * `npm run test:s3 [-- move-between-buckets …]`: runs the storage suite on a real Ceph, which it installs and starts,
 * then the main journey in a real browser with files on that store and mails through a real SMTP server. Where files of
 * the storage suite are named, these alone.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CephStore } from '../apps/server/test/nodes/ceph-store.ts'
import { ensurePrograms } from './install/ensure-programs.ts'
import { ensureUnpackers } from './install/ensure-unpackers.ts'
import { findChromium } from './install/find-chromium.ts'
import { installDebian } from './install/install-debian.ts'
import { playwrightCounts, RESULTS, runSteps, type Step, vitestStep } from './suites/run-steps.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const report = join(RESULTS, 's3-counts.json')
const journeyReport = join(RESULTS, 's3-journey-report.json')

/** The S3 clients that bring files with storage credentials; aws-cli comes with Ceph's tools. */
function ensureForeignClients(): void {
  const need = 'The tests of storage credentials need foreign S3 clients'
  ensurePrograms({ rclone: 'rclone', jq: 'jq', curl: 'curl', '/usr/sbin/nginx': 'nginx-light' }, need)
  const hasBoto3 = spawnSync('/usr/bin/python3', ['-c', 'import boto3']).status === 0
  if (!hasBoto3) installDebian(['python3-boto3'], need)
}

const journey = (store: CephStore): Step => ({
  name: 'the main journey on S3 and SMTP',
  command: ['playwright', 'test', 'send-by-email', '--output', join(RESULTS, 's3-journeys')],
  env: {
    ...store.settings,
    CHROMIUM_PATH: findChromium('light'),
    PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport,
    WAYBILL_E2E_SMTP: '1',
  },
  report: { file: journeyReport, read: playwrightCounts },
})

ensureUnpackers()
const store = await CephStore.start()
try {
  ensureForeignClients()
  const args = ['--config', 'vitest.s3.config.ts', ...positionals]
  await runSteps('npm-test-s3', [
    vitestStep('S3 on Ceph', report, args, { WAYBILL_TEST_S3: store.endpoint }),
    ...(positionals.length === 0 ? [journey(store)] : []),
  ])
} finally {
  store.close()
}
