import { describe, expect, it } from 'vitest'
import { requestStampOf, requestTallyOf } from './request-stamp.ts'

const NOW = Date.parse('2027-03-01T00:00:00Z')
const counts = { suppliers: 4, complete: 1, late: 0, submissions: 1, files: 2, bytes: 10 }
const open = { state: 'open', counts, dueAt: null } as const

describe('the one word of a request', () => {
  it.each([
    ['open', open],
    ['late', { ...open, counts: { ...counts, late: 1 } }],
    ['complete', { ...open, counts: { ...counts, complete: 4 } }],
    ['open', { ...open, counts: { ...counts, suppliers: 0, complete: 0 } }],
    ['due', { ...open, dueAt: '2027-03-02T00:00:00Z' }],
    ['complete', { ...open, counts: { ...counts, complete: 4 }, dueAt: '2027-03-02T00:00:00Z' }],
    ['open', { ...open, dueAt: '2027-03-09T00:00:00Z' }],
    ['open', { ...open, dueAt: '2027-02-09T00:00:00Z' }],
    ['paused', { ...open, state: 'paused', counts: { ...counts, late: 3 } }],
    ['closed', { ...open, state: 'closed' }],
    ['expired', { ...open, state: 'expired' }],
  ] as const)('%s', (mark, request) => {
    expect(requestStampOf(request, NOW).mark).toBe(mark)
  })
})

it('nobody counts twice', () => {
  expect(requestTallyOf({ ...counts, late: 2 })).toEqual({ complete: 1, late: 2, missing: 1 })
  expect(requestTallyOf({ ...counts, suppliers: 0, complete: 0 })).toEqual({ complete: 0, late: 0, missing: 0 })
})
