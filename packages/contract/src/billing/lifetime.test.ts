import { expect, test } from 'vitest'
import { newLifetimeCodes, showLifetimeCode } from './lifetime.ts'
import { isHigherRole, lifetimeRole, MAX_LIFETIME_CODES, type Role } from './plans.ts'

const [A, B] = ['AAAA-AAAA-AAAA-AAAA', 'BBBB-BBBB-BBBB-BBBB']
const folded = (code: string) => code.replaceAll('-', '')

test.each<[string, string[], string[], string[] | null]>([
  ['one code', [A], [], [folded(A)]],
  ['blank entries are left out', ['', '  ', A, '--'], [], [folded(A)]],
  ['active codes are left out', [A, B], [A], [folded(B)]],
  ['any case, blanks, O for 0', [' aaaa aaaa-AAAA aaao'], [], ['AAAAAAAAAAAAAAA0']],
  ['nothing typed', [''], [], null],
  ['nothing new', [A], [A], null],
  ['the same code twice', [A, A.toLowerCase()], [], null],
  ['the same active code twice beside a new one', [A, A, B], [A], [folded(B)]],
  ['more than eight', [A], Array.from({ length: 8 }, (_, nth) => `${nth}`.repeat(16)), null],
])('%s', (_name, typed, active, expected) => {
  expect(newLifetimeCodes(typed, active)).toEqual(expected)
})

test('codes are shown in groups of four', () => {
  expect(showLifetimeCode(folded(A))).toBe(A)
})

test.each<[number, Role | null]>([
  [0, null],
  [1, 'personal'],
  [2, 'pro'],
  [3, 'business'],
  [4, 'business'],
  [5, 'businessplus'],
  [6, 'businessplus'],
  [7, 'businesselite'],
  [8, 'businesselite'],
])('%s lifetime codes give %s', (codes, role) => {
  expect(lifetimeRole(codes)).toBe(role)
})

test('at most eight codes count, and roles have an order', () => {
  expect(MAX_LIFETIME_CODES).toBe(8)
  expect(lifetimeRole(9)).toBe('businesselite')
  expect(isHigherRole('pro', 'personal')).toBe(true)
  expect(isHigherRole('pro', 'pro')).toBe(false)
  expect(isHigherRole('free', 'personal')).toBe(false)
})
