/**
 * `npm run test:domains`: a custom host from its DNS records to its https, with Debian's knot, unbound, pebble and
 * Caddy, and in Chromium.
 */
import { join } from 'node:path'
import { findChromium } from './install/find-chromium.ts'
import { RESULTS, runSteps, vitestStep } from './suites/run-steps.ts'

const report = join(RESULTS, 'domains-counts.json')
await runSteps('npm-test-domains', [
  vitestStep('custom hosts over https', report, ['--config', 'vitest.domains.config.ts'], {
    CHROMIUM_PATH: findChromium('light'),
  }),
])
