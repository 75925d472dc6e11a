/** `npm test`: types, lint, unused code, unit and integration, then journeys in a real Chromium. Nothing is skipped. */
import { join } from 'node:path'
import { ensureBubblewrap } from './install/ensure-bubblewrap.ts'
import { ensureDovecot } from './install/ensure-dovecot.ts'
import { ensureOldestNode } from './install/ensure-oldest-node.ts'
import { ensureDocumentedProxies, ensurePgbouncer } from './install/ensure-proxies.ts'
import { ensureStrace } from './install/ensure-strace.ts'
import { ensureUnpackers } from './install/ensure-unpackers.ts'
import { findChromium } from './install/find-chromium.ts'
import { playwrightCounts, RESULTS, runSteps, vitestStep } from './suites/run-steps.ts'

ensureBubblewrap()
ensureDovecot()
ensureStrace()
ensurePgbouncer()
ensureDocumentedProxies()
ensureUnpackers()
ensureOldestNode()
const whole = findChromium('whole')
const light = findChromium('light')
const vitestReport = join(RESULTS, 'vitest-counts.json')
const playwrightReport = join(RESULTS, 'playwright-report.json')

await runSteps('npm-test', [
  { name: 'types', command: ['node', 'scripts/typecheck.ts'] },
  { name: 'lint', command: ['biome', 'check', '.'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'weight of the pages', command: ['node', 'apps/web/weigh.ts'] },
  vitestStep('unit and integration', vitestReport, [], { CHROMIUM_PATH: whole }),
  {
    name: 'journeys',
    command: ['playwright', 'test'],
    env: { CHROMIUM_PATH: light, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    report: { file: playwrightReport, read: playwrightCounts },
  },
])
