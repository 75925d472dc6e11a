import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { Counts } from './run-steps.ts'
import { verdict } from './verdict.mjs'

const suite = (more: Partial<Counts>): Counts => ({ passed: 10, failed: 0, told: [], secondTries: [], ...more })

test('suites add up, and the last line has the counts alone', () => {
  const { failed, lines } = verdict([suite({}), suite({ passed: 4, failed: 2, told: ['a.test.ts: it is late'] })])
  expect(failed).toBe(2)
  expect(lines).toEqual(['a.test.ts: it is late', '14 passed, 2 failed'])
})

test('three second tries over all suites pass, each named', () => {
  const { failed, lines } = verdict([suite({ secondTries: ['a', 'b'] }), suite({ secondTries: ['c'] })])
  expect(failed).toBe(0)
  expect(lines).toEqual([
    'needed a second try: a',
    'needed a second try: b',
    'needed a second try: c',
    '20 passed, 0 failed',
  ])
})

test('a fourth fails the run', () => {
  const { failed, lines } = verdict([suite({ secondTries: ['a', 'b'] }), suite({ secondTries: ['c', 'd'] })])
  expect(failed).toBe(1)
  expect(lines.slice(-2)).toEqual(['4 needed a second try, and at most 3 may', '20 passed, 1 failed'])
})

test('a suite without a result has failed, and the exit code says so', () => {
  const script = new URL('sum-suites.mjs', import.meta.url).pathname
  const { status, stdout } = spawnSync(process.execPath, [script, 'no-such-suite'], { encoding: 'utf8' })
  expect(stdout).toBe('no-such-suite left no result\n0 passed, 1 failed\n')
  expect(status).toBe(1)
})
