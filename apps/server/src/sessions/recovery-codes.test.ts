import { expect, test } from 'vitest'
import { masterKeyOf } from '../config/master-key.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

const masterKey = masterKeyOf(new Uint8Array(32).fill(3))

test('ten different codes in two halves', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
})

test('a code is the same however it is typed, and another for every account', () => {
  const kept = hashRecoveryCode(masterKey, 'a', 'A10BC-DEFGH')
  for (const typed of ['a10bcdefgh', ' AIOBC DEFGH ', 'Ａ１０ＢＣ－ＤＥＦＧＨ', 'A1-0B-CD-EF-GH']) {
    expect(hashRecoveryCode(masterKey, 'a', typed)).toEqual(kept)
  }
  expect(hashRecoveryCode(masterKey, 'b', 'A10BC-DEFGH')).not.toEqual(kept)
})

test('what cannot be a code has no hash', () => {
  for (const typed of ['', '123456', 'A10BC-DEFG', 'A10BC-DEFGHJ', 'U10BC-DEFGH', '\0'.repeat(10)]) {
    expect(hashRecoveryCode(masterKey, 'a', typed)).toBeNull()
  }
})
