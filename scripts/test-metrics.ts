/** `npm run test:metrics`: Debian's Prometheus scrapes a server, and checks the rules and the dashboard of docs/metrics. */
import { join } from 'node:path'
import { ensurePrograms } from './install/ensure-programs.ts'
import { RESULTS, runSteps, vitestStep } from './suites/run-steps.ts'

ensurePrograms({ prometheus: 'prometheus', promtool: 'prometheus' }, 'The suite on a real Prometheus needs one')

const report = join(RESULTS, 'metrics-counts.json')
await runSteps('npm-test-metrics', [vitestStep('metrics', report, ['--config', 'vitest.metrics.config.ts'], {})])
