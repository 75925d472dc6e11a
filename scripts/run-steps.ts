import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const RESULTS = join(import.meta.dirname, '../test-results')

export interface Step {
  name: string
  command: string[]
  env?: Record<string, string>
  /** Where the step leaves its own counts; a step without one counts as one. */
  report?: { file: string; read: (json: unknown) => Counts }
}

export interface Counts {
  passed: number
  failed: number
}

/** Runs steps in order, every one even after a failure, and leaves the counts in `test-results/<suite>.json`. */
export async function runSteps(suite: string, steps: Step[]): Promise<void> {
  mkdirSync(RESULTS, { recursive: true })
  const total: Counts = { passed: 0, failed: 0 }
  for (const step of steps) {
    console.log(`\n== ${step.name}`)
    const started = performance.now()
    if (step.report) rmSync(step.report.file, { force: true })
    const code = await run(step)
    const counts = countsOf(step, code)
    total.passed += counts.passed
    total.failed += counts.failed
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    console.log(`== ${step.name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`)
  }
  writeFileSync(join(RESULTS, `${suite}.json`), JSON.stringify(total))
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed === 0 ? 0 : 1
}

function run({ command, env }: Step): Promise<number> {
  const [program = '', ...args] = command
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

function countsOf(step: Step, code: number): Counts {
  const own =
    step.report && existsSync(step.report.file)
      ? step.report.read(JSON.parse(readFileSync(step.report.file, 'utf8')))
      : null
  if (!own) return code === 0 && !step.report ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  return code !== 0 && own.failed === 0 ? { ...own, failed: 1 } : own
}

/** Counts of a Vitest JSON report. */
export const vitestCounts = (json: unknown): Counts => {
  const report = json as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
  }
  return { passed: report.numPassedTests, failed: report.numFailedTests + report.numPendingTests + report.numTodoTests }
}

/** Counts of a Playwright JSON report. A skipped test counts as failed; one that needed its second try is named. */
export const playwrightCounts = (json: unknown): Counts => {
  const { stats, suites } = json as PlaywrightReport
  for (const title of suites.flatMap(triedAgain)) console.log(`needed a second try: ${title}`)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped }
}

interface PlaywrightSuite {
  title: string
  specs?: Array<{ title: string; tests: Array<{ status: string }> }>
  suites?: PlaywrightSuite[]
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

function triedAgain({ title, specs = [], suites = [] }: PlaywrightSuite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map((spec) => spec.title)
  return [...own, ...suites.flatMap(triedAgain)].map((inner) => `${title}: ${inner}`)
}

/** The reporters of a Vitest run: for people, for `vitestCounts`, and for what needed a second try. */
export const vitestReporters = (file: string): string[] => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${file}`,
  '--reporter=./scripts/second-tries.ts',
]
