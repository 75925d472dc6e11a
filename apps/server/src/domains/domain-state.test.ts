import type { RecordVerdict } from '@waybill/contract/domains/endpoints'
import { expect, test } from 'vitest'
import { type Change, changeAfter, type LiveStatus, verdictOf } from './domain-state.ts'

const one = (kind: RecordVerdict['kind']): RecordVerdict => ({ kind, because: null, found: [] })

test.each([
  ['right', 'right', 'right'],
  ['right', 'unknown', 'unknown'],
  ['unknown', 'right', 'unknown'],
  ['unknown', 'unknown', 'unknown'],
  ['wrong', 'unknown', 'wrong'],
  ['right', 'wrong', 'wrong'],
] as const)('pointing %s and proof %s are %s', (pointing, proof, verdict) => {
  expect(verdictOf({ pointing: one(pointing), proof: one(proof) })).toBe(verdict)
})

const cases: [LiveStatus, 'right' | 'wrong' | 'unknown', boolean, Change][] = [
  ['pending', 'right', false, 'verified'],
  ['pending', 'wrong', false, null],
  ['pending', 'wrong', true, null],
  ['verified', 'right', false, null],
  ['verified', 'wrong', false, 'failing'],
  ['verified', 'wrong', true, 'failing'],
  ['failing', 'wrong', false, null],
  ['failing', 'wrong', true, 'off'],
  ['failing', 'right', true, 'verified'],
]
test.each(cases)('%s with a %s answer, overdue %s: %s', (status, verdict, isOverdue, change) => {
  expect(changeAfter(status, verdict, isOverdue)).toBe(change)
})

test.each(['pending', 'verified', 'failing'] as const)('no answer changes nothing of a %s host', (status) => {
  expect([false, true].map((isOverdue) => changeAfter(status, 'unknown', isOverdue))).toEqual([null, null])
})
