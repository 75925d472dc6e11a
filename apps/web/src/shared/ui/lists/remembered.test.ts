import { expect, test } from 'vitest'
import { recall, remember } from './remembered.ts'

test('a browser remembers the choice of each account and list', () => {
  const one = remember(null, 'ada/transfers', { sort: 'old' })
  const two = remember(one, 'bob/transfers', { view: 'expired' })
  expect(recall(two, 'ada/transfers')).toEqual({ sort: 'old' })
  expect(recall(two, 'bob/transfers')).toEqual({ view: 'expired' })
  expect(recall(two, 'ada/requests')).toBeNull()
  expect(recall(remember(two, 'ada/transfers', {}), 'ada/transfers')).toBeNull()
})

test.each([
  null,
  '',
  'null',
  '{',
  '{}',
  '[1,null,["ada/transfers"],["ada/transfers",null]]',
  '[["ada/transfers",{"sort":7}]]',
])('forgets what is no choice: %s', (kept) => {
  expect(recall(kept, 'ada/transfers')).toBeNull()
  expect(recall(remember(kept, 'ada/transfers', { sort: 'old' }), 'ada/transfers')).toEqual({ sort: 'old' })
})

test('keeps twenty, the latest', () => {
  const keys = Array.from({ length: 30 }, (_, i) => `account${i}/transfers`)
  const kept = keys.reduce<string | null>((sum, key) => remember(sum, key, { sort: 'old' }), null)
  expect(keys.filter((key) => recall(kept, key) !== null)).toEqual(keys.slice(10))
})
