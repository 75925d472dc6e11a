/**
 * Runs Vitest, then once more, one after the other, the files that failed: a machine that does other things besides is
 * slow, not wrong. What needed its second try is told. The first argument is where the counts are left, the others are
 * Vitest's.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { FileRun } from './count-tests.ts'
import type { Counts } from './run-steps.ts'

/** Of more files than these that failed none is tried again: that is no accident. */
const MOST_AGAIN = 6

const [left = '', ...args] = process.argv.slice(2)

/** Null where it ended before it could count. */
function run(...words: string[]): FileRun[] | null {
  rmSync(left, { force: true })
  const env = { ...process.env, WAYBILL_TEST_COUNTS: left }
  const reporters = ['--reporter=default', '--reporter=./scripts/count-tests.ts']
  spawnSync('vitest', ['run', ...args, ...reporters, ...words], { stdio: 'inherit', env })
  return existsSync(left) ? JSON.parse(readFileSync(left, 'utf8')) : null
}

const told = ({ file, reasons }: FileRun): string[] =>
  reasons.map((reason) => `${relative(process.cwd(), file)}: ${reason}`)

function runTwice(): Counts {
  const first = run()
  if (!first) return { passed: 0, failed: 1, told: ['Vitest ended before it could count'] }
  const broken = first.filter(({ failed }) => failed > 0)
  const again = broken.map(({ file }) => file)
  if (broken.length === 0 || broken.length > MOST_AGAIN || again.includes('')) return countsOf(first, [])
  console.log(`\nA second try of ${again.map((file) => relative(process.cwd(), file)).join(', ')}`)
  const second = run(...again, '--maxWorkers=1')
  if (!second) return countsOf(first, [])
  const sound = broken.filter(({ file }) => second.some((one) => one.file === file && one.failed === 0))
  return countsOf([...first.filter(({ file }) => !again.includes(file)), ...second], sound)
}

function countsOf(runs: readonly FileRun[], onlyThen: readonly FileRun[]): Counts {
  const sum = (of: 'passed' | 'failed') => runs.reduce((all, one) => all + one[of], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    told: [...runs.flatMap(told), ...onlyThen.flatMap(told).map((line) => `needed a second try: ${line}`)],
  }
}

const counts = runTwice()
writeFileSync(left, JSON.stringify(counts))
process.exitCode = counts.failed === 0 ? 0 : 1
