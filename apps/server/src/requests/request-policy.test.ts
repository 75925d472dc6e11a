import { expect, test } from 'vitest'
import { may } from './request-policy.ts'

const request = { is_open_link: true, password_hash: null, identity: 'optional' } as const
const closed = { ...request, is_open_link: false }
const locked = { ...request, password_hash: 'argon2' }
const proven = { ...request, identity: 'proven' } as const

test.each([
  ['the open link', { token: 'none' }, 'find', request, true],
  ['the slug alone where there is no open link', { token: 'none' }, 'find', closed, false],
  ['the token of somebody who is asked', { token: 'right' }, 'find', request, true],
  ['their token where there is no open link', { token: 'right' }, 'find', closed, true],
  ['a wrong token, also on an open link', { token: 'wrong' }, 'find', request, false],
  ['a token nobody has looked up', {}, 'find', request, false],
  ['anybody, of a request without a password', { hasPass: false }, 'read', request, true],
  ['a browser that has shown the password', { hasPass: true }, 'read', locked, true],
  ['a browser that has not', { hasPass: false }, 'read', locked, false],
  ['their token without the password', { token: 'right' }, 'read', locked, false],
  ['a proven address', { hasProven: true }, 'answer', proven, true],
  ['an address that is only typed', { hasProven: false }, 'answer', proven, false],
  ['their token without a proof', { token: 'right' }, 'answer', proven, false],
] as const)('%s', (_who, actor, act, thing, expected) => {
  expect(may(actor, act, thing)).toBe(expected)
})

test.each(['hidden', 'optional', 'required'] as const)('an identity that is %s needs no proof', (identity) => {
  expect(may({ hasProven: false }, 'answer', { ...request, identity })).toBe(true)
})
