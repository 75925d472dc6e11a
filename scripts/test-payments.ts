/**
 * `npm run test:payments [-- --seed 1]`: 10,000 events of payment providers, each three times, shuffled and days late, in
 * two processes. Takes up to half an hour; a seed repeats a run.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({ options: { seed: { type: 'string' } } })
const seed = values.seed === undefined ? {} : { WAYBILL_TEST_SEED: values.seed }
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'apps/server/src/payments/event-storm.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, WAYBILL_TEST_WHOLE: '1', ...seed } },
)
process.exitCode = status ?? 1
