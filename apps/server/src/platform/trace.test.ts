import { expect, test } from 'vitest'
import { currentTrace, inTrace, readTraceparent } from './trace.ts'

const VALID = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

test.each([
  [VALID, VALID],
  [undefined, undefined],
  ['', undefined],
  [`${VALID}, ${VALID}`, undefined],
  [[VALID, VALID], undefined],
  [VALID.toUpperCase(), undefined],
  [`${VALID}-00`, undefined],
  [VALID.replace(/^00/, 'ff'), undefined],
  [VALID.replace(/-\w{32}-/, `-${'0'.repeat(32)}-`), undefined],
  [VALID.replace(/-\w{16}-/, `-${'0'.repeat(16)}-`), undefined],
])('the header %j is read as %j', (header, read) => {
  expect(readTraceparent(header)).toBe(read)
})

test('what a call starts is part of its trace', async () => {
  const seen = inTrace({ requestId: 'r' }, async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return currentTrace()
  })
  expect(currentTrace()).toBe(null)
  expect(await seen).toEqual({ requestId: 'r' })
})
