import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isUnpaid, roles } from '../billing/plans.ts'
import { DEFAULT_EXPIRY_SECONDS, expiresAt, expiryAllowed, expiryOptions, isExpirySeconds } from './expiry.ts'

const five = [604800, 2629746, 7889238, 31536000, 3153600000]

test('there are the five values of the specification, the week first', () => {
  expect(expiryOptions.map((option) => option.seconds)).toEqual(five)
  expect(DEFAULT_EXPIRY_SECONDS).toBe(604800)
})

describe('isExpirySeconds', () => {
  test.each(five)('%s is an expiry', (seconds) => expect(isExpirySeconds(seconds)).toBe(true))

  const others = [...five.flatMap((seconds) => [seconds - 1, seconds + 1, -seconds, seconds * 1000, seconds + 0.5])]
  const odd = [
    0,
    -0,
    -1,
    1e15,
    Number.POSITIVE_INFINITY,
    Number.NaN,
    null,
    undefined,
    '604800',
    [604800],
    true,
    {},
    '2030-01-01',
  ]
  test.each([...others, ...odd])('%s is none', (value) => expect(isExpirySeconds(value)).toBe(false))

  test('nothing else is', () => {
    fc.assert(fc.property(fc.anything(), (value) => isExpirySeconds(value) === five.includes(value as number)))
  })
})

test.each(roles)('%s may choose the week, and longer expiries only when it pays', (role) => {
  expect(five.map((seconds) => expiryAllowed(role, seconds))).toEqual(five.map((s) => s === 604800 || !isUnpaid(role)))
  expect(expiryAllowed(role, 86400)).toBe(false)
  expect(expiryAllowed(role, Number.NaN)).toBe(false)
})

describe('expiresAt', () => {
  test.each([
    ['2028-02-29T00:00:00Z', 604800, '2028-03-07T00:00:00Z'],
    ['2027-12-31T23:59:59Z', 31536000, '2028-12-30T23:59:59Z'],
    ['2038-01-19T03:14:07Z', 2629746, '2038-02-18T13:43:13Z'],
    ['9999-12-24T00:00:00Z', 604800, '9999-12-31T00:00:00Z'],
  ] as const)('%s and %s s is %s', (from, seconds, to) => {
    expect(expiresAt(Date.parse(from), seconds)).toBe(Date.parse(to))
  })

  test('the expiry of never is null', () => expect(expiresAt(Date.now(), 3153600000)).toBeNull())
})
