import { describe, expect, test } from 'vitest'
import { isRecipientToken, isSlug, SLUG_ALPHABET } from './slugs.ts'

const strange = [undefined, null, 1234567, {}, [], true, '', ' ', '%00', '../..', '__proto__', 'x'.repeat(10_240)]

describe('isSlug', () => {
  test.each(['7kQ2xWd', '0000000', 'zzzzzzz', 'AbCdEfG'])('%s is a slug', (slug) => expect(isSlug(slug)).toBe(true))

  test.each([
    ...strange,
    '7kQ2xW',
    '7kQ2xWd1',
    '7kQ2xW-',
    '7kQ2xW_',
    '7kQ2xW\n',
    '7kQ2xWd\n',
    '7kQ2xW\0',
    '７kQ2xWd',
    '7kQ2xWԁ',
    ['7kQ2xWd'],
    ' 7kQ2xW',
  ])('%j is none', (value) => expect(isSlug(value)).toBe(false))

  test('the alphabet is the 62 characters that isSlug accepts', () => {
    expect(new Set(SLUG_ALPHABET).size).toBe(62)
    for (const character of SLUG_ALPHABET) expect(isSlug(character.repeat(7))).toBe(true)
  })
})

describe('isRecipientToken', () => {
  test('accepts every value of 128 bits', () => {
    for (let turn = 0; turn < 500; turn++) {
      const base64 = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
      const token = base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
      expect(isRecipientToken(token)).toBe(true)
    }
  })

  const token = 'AAAAAAAAAAAAAAAAAAAAAA'
  test.each([
    ...strange,
    token.slice(1),
    `${token}A`,
    `${token}==`,
    `${token.slice(1)}B`,
    `${token.slice(1)}\n`,
    `${token}\n`,
    `+${token.slice(1)}`,
    `/${token.slice(1)}`,
    [token],
  ])('refuses %j', (value) => expect(isRecipientToken(value)).toBe(false))
})
