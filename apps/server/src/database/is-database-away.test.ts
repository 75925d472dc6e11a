import { expect, test } from 'vitest'
import { isDatabaseAway, isStatementLost } from './is-database-away.ts'

const failure = (code: string, syscall?: string) => Object.assign(new Error(`${syscall} ${code}`), { code, syscall })

test.each([
  ['ECONNREFUSED', 'connect', true, true],
  ['ENOENT', 'connect', true, true],
  ['57P01', undefined, true, true],
  ['40P01', undefined, true, true],
  // Of a socket or a file of anything; of a statement it can only be the database's line.
  ['EPIPE', 'write', false, true],
  ['ECONNRESET', 'read', false, true],
  ['23505', undefined, false, false],
  ['EACCES', 'open', false, false],
])('%s by %s', (code, syscall, isAway, isLost) => {
  const error = failure(code, syscall)
  expect([isDatabaseAway(error), isStatementLost(error)]).toEqual([isAway, isLost])
})

test('what is no error is neither', () => {
  expect([isDatabaseAway('ECONNREFUSED'), isStatementLost(null)]).toEqual([false, false])
})
