/**
 * `npm run test:s3`: runs the storage suite on a real Ceph, which it installs and starts, then the main journey in a
 * real browser with files on that store and mails through a real SMTP server.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensurePrograms } from './install/ensure-programs.ts'
import { ensureUnpackers } from './install/ensure-unpackers.ts'
import { findChromium } from './install/find-chromium.ts'
import { installDebian } from './install/install-debian.ts'
import { playwrightCounts, RESULTS, runSteps, vitestStep } from './suites/run-steps.ts'

const PORT = '7480'
const endpoint = `http://127.0.0.1:${PORT}`
const tool = join(import.meta.dirname, 'ceph-s3')
const folder = mkdtempSync(join(tmpdir(), 'waybill-ceph-'))
const report = join(RESULTS, 's3-counts.json')
const journeyReport = join(RESULTS, 's3-journey-report.json')

function ceph(...args: string[]): void {
  const { status } = spawnSync(tool, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')} ended with ${status}`)
}

/** The S3 clients that bring files with storage credentials; aws-cli comes with Ceph's tools. */
function ensureForeignClients(): void {
  const need = 'The tests of storage credentials need foreign S3 clients'
  ensurePrograms({ rclone: 'rclone', jq: 'jq', curl: 'curl' }, need)
  const hasBoto3 = spawnSync('/usr/bin/python3', ['-c', 'import boto3']).status === 0
  if (!hasBoto3) installDebian(['python3-boto3'], need)
}

try {
  ensureUnpackers()
  ceph('install')
  ensureForeignClients()
  ceph('up', folder, PORT)
  await runSteps('npm-test-s3', [
    vitestStep('S3 on Ceph', report, ['--config', 'vitest.s3.config.ts'], { WAYBILL_TEST_S3: endpoint }),
    {
      name: 'the main journey on S3 and SMTP',
      command: ['playwright', 'test', 'send-by-email', '--output', join(RESULTS, 's3-journeys')],
      env: {
        CHROMIUM_PATH: findChromium('light'),
        PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport,
        WAYBILL_E2E_SMTP: '1',
        S3_ENDPOINT: endpoint,
        S3_REGION: 'default',
        S3_BUCKET: 'waybill',
        S3_ACCESS_KEY_ID: 'waybillkey',
        S3_SECRET_ACCESS_KEY: 'waybillsecret',
        S3_PATH_STYLE: 'true',
      },
      report: { file: journeyReport, read: playwrightCounts },
    },
  ])
} finally {
  ceph('down', folder)
  rmSync(folder, { recursive: true, force: true })
}
