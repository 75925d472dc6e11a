import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada@lovelace.hk', 'A'],
  ['ada.b.lovelace@example.com', 'AL'],
  ['陈伟', '陈'],
  ['𠮷野 家', '𠮷家'],
  ['ß', 'SS'],
  ['@', '?'],
  ['', '?'],
])('%j becomes %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
