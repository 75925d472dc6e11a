import { expect, test } from 'vitest'
import { isDatabaseAway, noteBrokenLine } from './is-database-away.ts'

const failure = (code: string, syscall?: string) => Object.assign(new Error(`${syscall} ${code}`), { code, syscall })

test.each([
  ['ECONNREFUSED', 'connect', true],
  ['ENOENT', 'connect', true],
  ['57P01', undefined, true],
  ['40P01', undefined, true],
  ['55P03', undefined, true],
  ['25P03', undefined, true],
  ['53200', undefined, true],
  // From any socket or file: only the client knows whether it was the database's.
  ['EPIPE', 'write', false],
  ['ECONNRESET', 'read', false],
  ['23505', undefined, false],
  ['42P01', undefined, false],
  ['EACCES', 'open', false],
])('%s by %s', (code, syscall, isAway) => {
  expect(isDatabaseAway(failure(code, syscall))).toBe(isAway)
})

test('treats any failure of a broken connection as an unavailable database', () => {
  const error = failure('ECONNRESET', 'read')
  noteBrokenLine(error)
  expect(isDatabaseAway(error)).toBe(true)
})

test('ignores what is not an error', () => {
  expect(isDatabaseAway('ECONNREFUSED')).toBe(false)
})
