/**
 * `npm run test:postgres`: runs the unit and integration suite, and the main journey, on Debian's PostgreSQL instead of
 * the embedded one.
 */
import { join } from 'node:path'
import { startDebianPostgres } from './install/debian-postgres.ts'
import { ensureDovecot } from './install/ensure-dovecot.ts'
import { ensureOldestNode } from './install/ensure-oldest-node.ts'
import { ensureDocumentedProxies, ensurePgbouncer } from './install/ensure-proxies.ts'
import { ensureStrace } from './install/ensure-strace.ts'
import { ensureUnpackers } from './install/ensure-unpackers.ts'
import { findChromium } from './install/find-chromium.ts'
import { playwrightCounts, RESULTS, runSteps, vitestStep } from './suites/run-steps.ts'

ensureDovecot()
ensureStrace()
ensurePgbouncer()
ensureDocumentedProxies()
ensureUnpackers()
ensureOldestNode()
const whole = findChromium('whole')
const light = findChromium('light')
const report = join(RESULTS, 'postgres-counts.json')
const journeyReport = join(RESULTS, 'postgres-journey-report.json')
const server = startDebianPostgres()
console.log(server.version)
try {
  await runSteps('npm-test-postgres', [
    vitestStep('unit and integration', report, [], { CHROMIUM_PATH: whole, WAYBILL_TEST_DATABASE: server.url }),
    {
      name: 'the main journey, and the dashboard',
      command: ['playwright', 'test', 'send-by-email', 'dashboard', 'sign-up'],
      env: {
        CHROMIUM_PATH: light,
        PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport,
        WAYBILL_TEST_DATABASE: server.url,
      },
      report: { file: journeyReport, read: playwrightCounts },
    },
  ])
} finally {
  server.stop()
}
