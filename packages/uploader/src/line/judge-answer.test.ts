import { problems } from '@waybill/contract/core/problem-statuses'
import { describe, expect, test } from 'vitest'
import { isFinal, judgeAnswer } from './judge-answer.ts'

const sent = { offset: 65_536, bytes: 100, crc32: 7 }
const answer = (status: number, body: unknown, retryAfter: string | null = null) => ({
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
  retryAfter,
})
const judge = (status: number, body: unknown = '') => judgeAnswer(answer(status, body), 'server', sent).is

describe('an acknowledgement', () => {
  test('echoes the part', () => expect(judge(200, sent)).toBe('acknowledged'))

  test.each([
    ['another offset', { ...sent, offset: 0 }],
    ['another size', { ...sent, bytes: 99 }],
    ['another sum', { ...sent, crc32: 8 }],
    ['a page of a captive portal', '<html>Please log in</html>'],
    ['broken JSON', '{"offset":'],
    ['nothing', ''],
  ])('is not one with %s', (_name, body) => expect(judge(200, body)).toBe('failed'))

  test('of a presigned store is its status', () => {
    expect(judgeAnswer(answer(200, ''), 'presigned', sent).is).toBe('acknowledged')
    expect(judgeAnswer(answer(400, '<Error><Code>BadDigest</Code></Error>'), 'presigned', sent).is).toBe('failed')
    expect(judgeAnswer(answer(403, '<Error/>'), 'presigned', sent).is).toBe('refused')
    expect(judgeAnswer(answer(503, '<Error><Code>SlowDown</Code></Error>'), 'presigned', sent).is).toBe('failed')
  })
})

test.each([
  ['upload-token-wrong', 'refused'],
  ['part-conflict', 'overtaken'],
  ['part-superseded', 'overtaken'],
  ['part-too-large', 'too-large'],
  ['body-too-large', 'too-large'],
  ['part-too-slow', 'too-slow'],
  ['wrong-host', 'wrong-origin'],
  ['cross-site', 'wrong-origin'],
  ['upload-not-found', 'final'],
  ['upload-closed', 'final'],
  ['disk-full', 'final'],
  ['part-crc-mismatch', 'failed'],
  ['part-size-mismatch', 'failed'],
  ['store-unavailable', 'failed'],
  ['stopping', 'failed'],
  ['internal-error', 'failed'],
  ['too-many-requests', 'failed'],
] as const)('%s is %s', (code, is) => {
  expect(judge(problems[code], { code, facts: {} })).toBe(is)
  expect(isFinal(code)).toBe(is === 'final')
})

test.each([
  [401, 'refused'],
  [403, 'refused'],
  [404, 'failed'],
  [408, 'failed'],
  [413, 'too-large'],
  [429, 'failed'],
  [500, 'failed'],
  [502, 'failed'],
  [503, 'failed'],
  [504, 'failed'],
  [0, 'failed'],
] as const)('a bare %i from something on the way is %s', (status, is) => {
  expect(judge(status, '<html>nginx</html>')).toBe(is)
})

test('what else the answer says', () => {
  const body = { code: 'part-too-large', facts: { maxBytes: 1_000_000 }, requestId: 'r1' }
  expect(judgeAnswer(answer(413, body, '7'), 'server', sent)).toEqual({
    is: 'too-large',
    code: 'part-too-large',
    requestId: 'r1',
    retryAfterMs: 7_000,
    maxBytes: 1_000_000,
  })
})

test.each([
  ['0', 0],
  ['5', 5_000],
  ['86400', 60_000],
  ['Wed, 21 Oct 2026 07:28:00 GMT', null],
  ['-1', null],
])('Retry-After %s is %d ms', (header, ms) => {
  expect(judgeAnswer(answer(503, '', header), 'server', sent).retryAfterMs).toBe(ms)
})
