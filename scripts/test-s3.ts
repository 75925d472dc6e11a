/** `npm run test:s3`: the storage conformance suite and a whole transfer on a real Ceph, which it installs and starts. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RESULTS, runSteps, vitestCounts } from './run-steps.ts'

const PORT = '7480'
const tool = join(import.meta.dirname, 'ceph-s3')
const folder = mkdtempSync(join(tmpdir(), 'waybill-ceph-'))
const report = join(RESULTS, 's3-report.json')

function ceph(...args: string[]): void {
  const { status } = spawnSync(tool, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')} ended with ${status}`)
}

try {
  ceph('install')
  ceph('up', folder, PORT)
  await runSteps('npm-test-s3', [
    {
      name: 'S3 on Ceph',
      command: [
        'vitest',
        'run',
        '--config',
        'vitest.s3.config.ts',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      env: { WAYBILL_TEST_S3: `http://127.0.0.1:${PORT}` },
      report: { file: report, read: vitestCounts },
    },
  ])
} finally {
  ceph('down', folder)
  rmSync(folder, { recursive: true, force: true })
}
