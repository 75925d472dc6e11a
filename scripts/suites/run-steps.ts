import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { verdict } from './verdict.mjs'

export const RESULTS = join(import.meta.dirname, '../../test-results')

export interface Step {
  name: string
  command: string[]
  env?: Record<string, string>
  /** The file where the step leaves its own counts; a step without one counts as one. */
  report?: { file: string; read: (json: unknown) => Counts }
}

export interface Counts {
  passed: number
  failed: number
  /** What somebody should check, a line each. */
  told: string[]
  /** What failed at first and passed at its second try, a line each. */
  secondTries: string[]
}

/** Runs steps in order, every one even after a failure, and leaves the counts in `test-results/<suite>.json`. */
export async function runSteps(suite: string, steps: Step[]): Promise<void> {
  mkdirSync(RESULTS, { recursive: true })
  const total: Counts = { passed: 0, failed: 0, told: [], secondTries: [] }
  for (const step of steps) {
    console.log(`\n== ${step.name}`)
    const started = performance.now()
    if (step.report) rmSync(step.report.file, { force: true })
    const code = await run(step)
    const counts = countsOf(step, code)
    total.passed += counts.passed
    total.failed += counts.failed
    total.told.push(...counts.told.map((line) => `${step.name}: ${line}`))
    total.secondTries.push(...counts.secondTries.map((line) => `${step.name}: ${line}`))
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    console.log(`== ${step.name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`)
  }
  writeFileSync(join(RESULTS, `${suite}.json`), JSON.stringify(total))
  const { failed, lines } = verdict([total])
  console.log(`\n${lines.join('\n')}`)
  process.exitCode = failed === 0 ? 0 : 1
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
  const told = [`ended with ${code}`]
  if (own) return code !== 0 && own.failed === 0 ? { ...own, failed: 1, told: [...own.told, ...told] } : own
  const isSound = code === 0 && !step.report
  return { passed: isSound ? 1 : 0, failed: isSound ? 0 : 1, told: isSound ? [] : told, secondTries: [] }
}

/** A Vitest step, run by `run-vitest.ts`, which leaves its counts in `file`. */
export const vitestStep = (name: string, file: string, args: string[], env: Record<string, string>): Step => ({
  name,
  command: ['node', 'scripts/suites/run-vitest.ts', file, ...args],
  env,
  report: { file, read: (json) => json as Counts },
})

/**
 * Counts of a Playwright JSON report. A skipped test counts as failed; "flaky" tests are those that passed at the
 * second try.
 */
export const playwrightCounts = (json: unknown): Counts => {
  const { stats, suites } = json as PlaywrightReport
  const named = (wanted: string) => suites.flatMap((suite) => namesOf(suite, wanted))
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped,
    told: [...named('unexpected'), ...named('skipped').map((name) => `skipped: ${name}`)],
    secondTries: named('flaky'),
  }
}

interface PlaywrightTest {
  status: string
  results?: Array<{ errors: Array<{ message?: string; location?: { line: number } }> }>
}
interface PlaywrightSuite {
  title: string
  specs?: Array<{ title: string; tests: PlaywrightTest[] }>
  suites?: PlaywrightSuite[]
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

/** The journeys with this status, each with what broke it at its first try. */
function namesOf({ title, specs = [], suites = [] }: PlaywrightSuite, wanted: string): string[] {
  const own = specs.flatMap((spec) =>
    spec.tests.filter(({ status }) => status === wanted).map((test) => [spec.title, ...reasonsOf(test)].join(': ')),
  )
  return [...own, ...suites.flatMap((suite) => namesOf(suite, wanted))].map((inner) => `${title}: ${inner}`)
}

function reasonsOf({ results = [] }: PlaywrightTest): string[] {
  const errors = results.find(({ errors }) => errors.length > 0)?.errors ?? []
  return errors.map(({ message = '', location }) => {
    const lines = stripVTControlCharacters(message).split('\n').filter(Boolean)
    return `${location ? `line ${location.line}: ` : ''}${lines.slice(0, 4).join(' ')}`
  })
}
