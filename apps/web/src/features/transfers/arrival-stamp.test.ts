import type { ArrivalView } from '@waybill/contract/transfers/arrival'
import { expect, test } from 'vitest'
import { arrivalStampOf } from './arrival-stamp.ts'

const arrival: ArrivalView = {
  state: 'arriving',
  filesThere: 3,
  fileCount: 5,
  arrivedBytes: 639,
  totalBytes: 1000,
  brokeOffAt: null,
}
const open = { state: 'active' as const, isBlocked: false, isInfected: false, arrival }

test('is quiet while the files come', () => {
  expect(arrivalStampOf(open)).toEqual({ word: 'arriving', percent: 63, ink: 'waiting' })
})

test('is loud where the upload broke off', () => {
  const broken = { ...arrival, state: 'broken' as const }
  expect(arrivalStampOf({ ...open, arrival: broken })).toEqual({ word: 'broken', percent: 63, ink: 'stamp' })
})

test.each([
  ['all files are there', { arrival: undefined }],
  ['it has become whole', { arrival: { ...arrival, state: 'whole' as const } }],
  ['the link is paused', { state: 'paused' as const }],
  ['it is deleted', { state: 'deleted' as const }],
  ['the operator has blocked it', { isBlocked: true }],
  ['malware was found in it', { isInfected: true }],
])('gives way where %s', (_when, change) => {
  expect(arrivalStampOf({ ...open, ...change })).toBeNull()
})
