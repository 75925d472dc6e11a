/**
 * `npm run check`: the checks that end within a minute. Types, lint, architecture, and the tests that need nothing
 * running.
 */
import { join } from 'node:path'
import { RESULTS, runSteps, vitestStep } from './suites/run-steps.ts'

await runSteps('npm-check', [
  { name: 'types', command: ['node', 'scripts/typecheck.ts'] },
  { name: 'lint', command: ['biome', 'check', '.'] },
  vitestStep('architecture and pure tests', join(RESULTS, 'check-counts.json'), ['--project', 'pure'], {}),
])
