import { describe, expect, test } from 'vitest'
import { markOf, supplierStandingOf } from './mark-of.ts'

describe('the mark of an item', () => {
  test.each([
    ['missing', true, false, 'missing'],
    ['missing', true, true, 'late'],
    ['missing', false, true, 'optional'],
    ['arrived', true, true, 'sent'],
    ['accepted', false, true, 'accepted'],
    ['sent-back', true, true, 'sent-back'],
  ] as const)('%s, required %s, late %s: %s', (state, isRequired, isLate, mark) => {
    expect(markOf({ state }, { isRequired }, isLate)).toBe(mark)
  })
})

describe('the state of a supplier', () => {
  const item = (state: 'missing' | 'arrived' | 'accepted' | 'sent-back') => ({
    item: 'a',
    state,
    fileCount: 0,
    bytes: 0,
    note: '',
    answer: null,
    comments: 0,
    unread: 0,
  })
  test.each([
    ['2026-11-22T10:00:00.000Z', true, ['missing'], 'complete'],
    [null, true, ['sent-back'], 'late'],
    [null, false, ['accepted', 'sent-back'], 'sent-back'],
    [null, false, ['arrived', 'missing'], 'partly'],
    [null, false, ['missing', 'missing'], 'nothing'],
  ] as const)('%s, late %s, %j: %s', (completedAt, isLate, states, standing) => {
    expect(supplierStandingOf({ completedAt, isLate, items: states.map(item) })).toBe(standing)
  })
})
