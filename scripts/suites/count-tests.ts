/**
 * A reporter that writes the result of each test file into the file that `WAYBILL_TEST_COUNTS` names, as `FileRun[]`.
 */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

export interface FileRun {
  /** Absolute; empty for an error outside of every file. */
  file: string
  passed: number
  /** Tests that did not pass, for any reason; at least one where the file failed. */
  failed: number
  /** The errors, a line each. */
  reasons: string[]
}

interface Failure {
  message: string
  VITEST_TEST_PATH?: string
}

export default class CountTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Failure[]): void {
    const runs = modules.map(runOf)
    for (const error of unhandled) {
      const reason = `outside of its tests: ${firstLine(error)}`
      const run = runs.find(({ file }) => file === error.VITEST_TEST_PATH)
      if (run) Object.assign(run, { failed: Math.max(run.failed, 1), reasons: [...run.reasons, reason] })
      else runs.push({ file: '', passed: 0, failed: 1, reasons: [reason] })
    }
    writeFileSync(process.env.WAYBILL_TEST_COUNTS ?? 'test-results/counts.json', JSON.stringify(runs))
  }
}

function runOf(module: TestModule): FileRun {
  const tests = [...module.children.allTests()]
  const broken = tests.filter((test) => test.result().state !== 'passed')
  const around = [module, ...module.children.allSuites()].flatMap((part) => part.errors())
  const reasons = [
    ...broken.map((test) => `${test.fullName}: ${firstLine(test.result().errors?.[0])}`),
    ...around.map((error) => `around its tests: ${firstLine(error)}`),
  ]
  const failed = Math.max(broken.length, module.ok() && around.length === 0 ? 0 : 1)
  return { file: module.moduleId, passed: tests.length - broken.length, failed, reasons }
}

const firstLine = (error: Failure | undefined): string => error?.message.split('\n', 1)[0] ?? 'it did not run'
