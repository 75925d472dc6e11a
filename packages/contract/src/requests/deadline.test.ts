import { expect, test } from 'vitest'
import { instantOf } from '../core/zoned-time.ts'
import { firstZoneOf, isLocalTime } from './deadline.ts'

test.each([
  ['2027-02-29T10:00', false],
  ['2028-02-29T10:00', true],
  ['2027-04-31T10:00', false],
  ['2027-13-01T10:00', false],
  ['2027-00-10T10:00', false],
  ['2027-01-01T24:00', false],
  ['2027-01-01T23:60', false],
  ['1999-12-31T23:59', false],
  ['2200-01-01T00:00', false],
  ['2027-1-1T1:1', false],
  ['2027-01-01 10:00', false],
  ['2027-01-01T10:00Z', false],
  ['', false],
])('whether %s is a calendar time: %s', (local, expected) => {
  expect(isLocalTime(local)).toBe(expected)
})

test.each([
  ['the minute before', { zone: 'Asia/Shanghai', rule: 'fixed' }, '2027-03-28T09:59Z', true],
  ['its own instant', { zone: 'Asia/Shanghai', rule: 'fixed' }, '2027-03-28T10:00Z', false],
  ['the first zone is not there yet', { zone: 'Asia/Shanghai', rule: 'supplier' }, '2027-03-28T03:59Z', true],
  ['the first zone is there', { zone: 'Asia/Shanghai', rule: 'supplier' }, '2027-03-28T04:00Z', false],
  ['long after', { zone: 'America/Los_Angeles', rule: 'supplier' }, '2028-01-01T00:00Z', false],
] as const)('a deadline lies ahead of everybody, or not: %s', (_what, { zone, rule }, now, is) => {
  expect(instantOf('2027-03-28T18:00', firstZoneOf({ zone, rule })) > Date.parse(now)).toBe(is)
})
