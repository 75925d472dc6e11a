/**
 * Runs of test files, first and second. Only `.ci/run` allows a second try, by WAYBILL_SECOND_TRY: on a machine with
 * other work, a wait can be too short. The run names each file that needed one; each is a defect to fix.
 */
import { relative } from 'node:path'
import type { FileRun } from './count-tests.ts'
import type { Counts } from './run-steps.ts'
import { MOST_SECOND_TRIES } from './verdict.mjs'

export const allowsSecondTry = (env: NodeJS.ProcessEnv): boolean => env.WAYBILL_SECOND_TRY === '1'

/** The files to run once more: those that failed, unless an error outside of every file occurred or too many failed. */
export function filesToRunAgain(first: readonly FileRun[]): string[] {
  const files = first.filter(({ failed }) => failed > 0).map(({ file }) => file)
  return files.length > MOST_SECOND_TRIES || files.includes('') ? [] : files
}

/** The result of both runs: of a file that ran twice, the second run counts. */
export function countRuns(first: readonly FileRun[], second: readonly FileRun[]): Counts {
  const last = first.map((run) => second.find(({ file }) => file === run.file) ?? run)
  // An error outside of every file in the second run belongs to no file of the first run.
  const runs = [...last, ...second.filter(({ file }) => !first.some((run) => run.file === file))]
  const sum = (of: 'passed' | 'failed') => runs.reduce((all, run) => all + run[of], 0)
  const saved = first.filter(({ failed }, nth) => failed > 0 && last[nth]?.failed === 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    told: runs.flatMap(reasonsOf),
    secondTries: saved.map((run) => reasonsOf(run).join('; ')),
  }
}

const reasonsOf = ({ file, reasons }: FileRun): string[] =>
  reasons.map((reason) => `${relative(process.cwd(), file)}: ${reason}`)
