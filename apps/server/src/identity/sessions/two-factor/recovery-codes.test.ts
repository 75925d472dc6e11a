import { expect, test } from 'vitest'
import { masterKeyOf } from '../../../platform/config/master-key.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

const masterKey = masterKeyOf(new Uint8Array(32).fill(3))

test('generates ten different codes of 120 bits, in four groups', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}(?:-[0-9A-HJKMNP-TV-Z]{6}){3}$/)
  for (const code of codes) expect(hashRecoveryCode(masterKey, 'a', code)).not.toBeNull()
})

test('recognises a code however it is typed, and gives every account others', () => {
  const kept = hashRecoveryCode(masterKey, 'a', 'A10BC-DEFGH')
  for (const typed of ['a10bcdefgh', ' AIOBC DEFGH ', 'Ａ１０ＢＣ－ＤＥＦＧＨ', 'A1-0B-CD-EF-GH']) {
    expect(hashRecoveryCode(masterKey, 'a', typed)).toEqual(kept)
  }
  expect(hashRecoveryCode(masterKey, 'b', 'A10BC-DEFGH')).not.toEqual(kept)
})

test('accepts a shorter one of an earlier version', () => {
  expect(hashRecoveryCode(masterKey, 'a', 'A10BC-DEFGH')).toHaveLength(32)
})

test('has no hash for what cannot be a code', () => {
  for (const typed of [
    '',
    '123456',
    'A10BC-DEFG',
    'A10BC-DEFGHJ',
    'A10BCD-DEFGHJ-A10BCD-DEFGH',
    'U10BC-DEFGH',
    '\0'.repeat(10),
  ]) {
    expect(hashRecoveryCode(masterKey, 'a', typed)).toBeNull()
  }
})
