import { expect, test } from 'vitest'
import { masterKeyOf } from '../../../platform/config/master-key.ts'
import { newTotpSecret, openTotp, sealTotp, totpStepOf, totpUri } from './totp.ts'

/** RFC 6238, appendix B: the key '12345678901234567890', the last six of the eight digits. */
const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors: Array<[seconds: number, code: string]> = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]

test.each(vectors)('the code of second %i is %s, valid one step before and after', (seconds, code) => {
  const step = Math.floor(seconds / 30)
  for (const nowMs of [seconds * 1_000, (seconds - 30) * 1_000, (seconds + 30) * 1_000]) {
    expect(totpStepOf(KEY, code, nowMs)).toBe(step)
  }
  expect(totpStepOf(KEY, code, (seconds + 61) * 1_000)).toBeNull()
  expect(totpStepOf(KEY, code, (seconds - 61) * 1_000)).toBeNull()
})

test('only six digits are a code', () => {
  for (const typed of ['', '28708', '2870820', '28708a', '-87082', '287 82'])
    expect(totpStepOf(KEY, typed, 59_000)).toBeNull()
})

test('a secret has 160 bits, and its URI is what apps read', () => {
  const secret = newTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const uri = new URL(totpUri(secret, 'ada+1@lovelace.example'))
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toContain('Waybill:ada+1@lovelace.example')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Waybill',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('a sealed secret only opens for its account', () => {
  const masterKey = masterKeyOf(new Uint8Array(32).fill(3))
  const sealed = sealTotp(masterKey, 'a', KEY)
  expect(openTotp(masterKey, 'a', sealed)).toBe(KEY)
  expect(() => openTotp(masterKey, 'b', sealed)).toThrow()
})
