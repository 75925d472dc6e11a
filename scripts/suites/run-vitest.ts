/**
 * Runs Vitest and leaves its counts in the file that the first argument names; the other arguments are Vitest's. Where
 * a second try is allowed, the failed files run once more, one after the other.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { FileRun } from './count-tests.ts'
import type { Counts } from './run-steps.ts'
import { allowsSecondTry, countRuns, filesToRunAgain } from './second-try.ts'

const [left = '', ...args] = process.argv.slice(2)

/** Null where Vitest ended before it could count. */
function run(...words: string[]): FileRun[] | null {
  rmSync(left, { force: true })
  const env = { ...process.env, WAYBILL_TEST_COUNTS: left }
  const reporters = ['--reporter=default', '--reporter=./scripts/suites/count-tests.ts']
  spawnSync('vitest', ['run', ...args, ...reporters, ...words], { stdio: 'inherit', env })
  return existsSync(left) ? JSON.parse(readFileSync(left, 'utf8')) : null
}

function runAll(): Counts {
  const first = run()
  if (!first) return { passed: 0, failed: 1, told: ['Vitest ended before it could count'], secondTries: [] }
  const again = allowsSecondTry(process.env) ? filesToRunAgain(first) : []
  if (again.length === 0) return countRuns(first, [])
  console.log(`\nA second try of ${again.map((file) => relative(process.cwd(), file)).join(', ')}`)
  return countRuns(first, run(...again, '--maxWorkers=1') ?? [])
}

const counts = runAll()
writeFileSync(left, JSON.stringify(counts))
process.exitCode = counts.failed === 0 ? 0 : 1
