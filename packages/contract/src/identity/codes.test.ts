import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CODE_ALPHABET, CODE_LENGTH, foldCode, isCode } from './codes.ts'

test('the alphabet is 32 symbols without I, L, O and U', () => {
  expect(new Set(CODE_ALPHABET).size).toBe(32)
  expect(CODE_ALPHABET).toMatch(/^[0-9A-Z]+$/)
  expect(CODE_ALPHABET).not.toMatch(/[ILOU]/)
})

describe('foldCode', () => {
  test.each([
    ['7k2px', '7K2PX'],
    ['7K2PX', '7K2PX'],
    ['oO0il', '00011'],
    ['I1lL1', '11111'],
    [' 7k 2p x\n', '7K2PX'],
    ['7k2-px', '7K2PX'],
    ['７Ｋ２ｐｘ', '7K2PX'],
    ['7k2\u3000px', '7K2PX'],
    ['', ''],
    ['uuuuu', 'UUUUU'],
    ['1234567', '1234567'],
  ])('%j means %s', (typed, code) => expect(foldCode(typed)).toBe(code))

  test('reads every code, in either case, with spaces anywhere', () => {
    const code = fc.array(fc.constantFrom(...CODE_ALPHABET), { minLength: CODE_LENGTH, maxLength: CODE_LENGTH })
    fc.assert(
      fc.property(code, fc.constantFrom('', ' ', '\t'), (symbols, blank) => {
        expect(foldCode(symbols.join(blank).toLowerCase())).toBe(symbols.join(''))
        expect(isCode(symbols.join(''))).toBe(true)
      }),
    )
  })
})

test.each(['', '7K2P', '7K2PXX', '7k2px', 'UUUUU', '7K2P!', '7K2P\n', '7K2PX\n', '７Ｋ２ＰＸ', 'OOOOO', '7K2P\0'])(
  '%j is no code',
  (text) => expect(isCode(text)).toBe(false),
)
