import { expect, test } from 'vitest'
import { type AccessRequester, addressWithoutCode, mayAskForAccess } from './access-request-policy.ts'

const nobody: AccessRequester = { linkAddress: null, accountAddress: null, typedAddress: null }
const li = { ...nobody, linkAddress: 'li@mill.example' }
const ada = { ...nobody, accountAddress: 'ada@engine.example', typedAddress: 'ada@engine.example' }

test('only holders of a personal link may ask for access', () => {
  expect(mayAskForAccess(li)).toBe(true)
  expect(mayAskForAccess(nobody)).toBe(false)
})

test.each<[string, AccessRequester, 'time' | 'access', string | null]>([
  ['a recipient needs no code for time', li, 'time', 'li@mill.example'],
  ['a recipient needs a code for access', li, 'access', null],
  ['a visitor of an open link needs a code', nobody, 'time', null],
  ['an account needs no code for its own address', ada, 'access', 'ada@engine.example'],
  ['an account needs a code for another address', { ...ada, typedAddress: 'x@y.example' }, 'access', null],
  ['an account that typed nothing needs an address', { ...ada, typedAddress: null }, 'time', null],
  ['the personal link comes first for time', { ...ada, linkAddress: 'li@mill.example' }, 'time', 'li@mill.example'],
])('%s', (_title, requester, kind, expected) => {
  expect(addressWithoutCode(requester, kind)).toBe(expected)
})
