import { createHmac, randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { readAccessToken, signAccessToken } from './access-token.ts'

const aKey = () => {
  const secret = randomBytes(32)
  return { derive: (purpose: string) => createHmac('sha256', secret).update(purpose).digest() }
}

afterEach(() => {
  vi.useRealTimers()
})

test('a token names its session until it ends, also after it was verified', async () => {
  const key = aKey()
  vi.useFakeTimers({ toFake: ['Date'] })
  const token = await signAccessToken(key, 'session')
  expect(await readAccessToken(key, token)).toBe('session')
  vi.setSystemTime(Date.now() + 14 * 60_000)
  expect(await readAccessToken(key, token)).toBe('session')
  vi.setSystemTime(Date.now() + 61_000)
  expect(await readAccessToken(key, token)).toBeNull()
  expect(await readAccessToken(key, await signAccessToken(key, 'next'))).toBe('next')
})

test('a token of another key, or an altered one, names no session, also after the true one was verified', async () => {
  const [key, other] = [aKey(), aKey()]
  const token = await signAccessToken(key, 'session')
  expect(await readAccessToken(key, token)).toBe('session')
  const [head = '', body = '', mark = ''] = token.split('.')
  const claims = { sub: 'session', exp: Math.floor(Date.now() / 1_000) + 600 }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const altered = [
    [head, part({ ...claims, sub: 'other' }), mark],
    [part({ alg: 'none', typ: 'at+jwt' }), body, ''],
    [head, body, Buffer.from(mark, 'base64url').reverse().toString('base64url')],
  ]
  for (const parts of altered) expect(await readAccessToken(key, parts.join('.')), parts.join('.')).toBeNull()
  expect(await readAccessToken(other, token)).toBeNull()
})

test('a token is still read after thousands of others', async () => {
  const key = aKey()
  const first = await signAccessToken(key, 'first')
  expect(await readAccessToken(key, first)).toBe('first')
  for (let nth = 0; nth < 4_200; nth += 1) {
    const token = await signAccessToken(key, `session-${nth}`)
    if ((await readAccessToken(key, token)) !== `session-${nth}`) expect.fail(`session ${nth}`)
  }
  expect(await readAccessToken(key, first)).toBe('first')
})
