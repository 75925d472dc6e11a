import { expect, test } from 'vitest'
import type { FileRun } from './count-tests.ts'
import { allowsSecondTry, countRuns, filesToRunAgain } from './second-try.ts'

const sound = (file: string, passed = 2): FileRun => ({ file, passed, failed: 0, reasons: [] })
const broken = (file: string, failed = 1): FileRun => ({ file, passed: 1, failed, reasons: [`${file} is late`] })

test('only .ci/run allows a second try', () => {
  expect(allowsSecondTry({})).toBe(false)
  expect(allowsSecondTry({ WAYBILL_SECOND_TRY: '1' })).toBe(true)
})

test.each([
  ['nothing failed', [sound('a'), sound('b')], []],
  ['three files failed', [broken('a'), broken('b'), broken('c'), sound('d')], ['a', 'b', 'c']],
  ['four files failed', [broken('a'), broken('b'), broken('c'), broken('d')], []],
  ['something failed outside of every file', [broken('a'), broken('')], []],
])('when %s, these files run again', (_case, first, expected) => {
  expect(filesToRunAgain(first)).toEqual(expected)
})

test('a file that passes at its second try counts as passed, and its reason is named', () => {
  const counts = countRuns([sound('a'), broken('b')], [sound('b', 3)])
  expect(counts).toEqual({ passed: 5, failed: 0, told: [], secondTries: ['b: b is late'] })
})

test('a file that fails twice fails, and is reported once', () => {
  const counts = countRuns([sound('a'), broken('b')], [broken('b', 2)])
  expect(counts).toEqual({ passed: 3, failed: 2, told: ['b: b is late'], secondTries: [] })
})

test('a file that failed and did not run again has failed', () => {
  expect(countRuns([broken('a')], [])).toEqual({ passed: 1, failed: 1, told: ['a: a is late'], secondTries: [] })
})

test('a failure outside of every file in the second run counts', () => {
  const counts = countRuns([broken('a')], [sound('a'), { ...broken(''), passed: 0 }])
  expect(counts).toMatchObject({ passed: 2, failed: 1 })
})
