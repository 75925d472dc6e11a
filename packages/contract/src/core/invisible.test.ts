import { expect, test } from 'vitest'
import { cleanLine, cleanText, dropInvisible } from './invisible.ts'

test.each([
  ['plain', 'plain'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ['two\r\nlines\rmore\u2028still\u2029on', 'two\nlines\nmore\nstill\non'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['\u2066a\u2069\u2067b\u2068\u202a\u202b\u202d\u200e\u200f\u061c', 'ab'],
  ['a\u200bb\u2060c\ufeffd\u00ade', 'abcde'],
  ['\0\x07\x1b[31mred\x85', '[31mred'],
  ['\u{e0041}\u{e0042}tagged', 'tagged'],
  ['\ud800lone', 'lone'],
  ['👩‍👩‍👧 और', '👩‍👩‍👧 और'],
  ['می‌خواهم', 'می‌خواهم'],
  ['שלום', 'שלום'],
  ['报价，请看附件。', '报价，请看附件。'],
])('%j reads %j', (typed, shown) => {
  expect(cleanText(typed)).toBe(shown)
  expect(cleanText(shown)).toBe(shown)
})

test('on one line', () => {
  expect(cleanLine('Rao\n Forge\u2028\u202eLtd')).toBe('Rao Forge Ltd')
})

test('comparing words drops every invisible character, joiners too', () => {
  expect(dropInvisible('a\u200db\u200cc\nd')).toBe('abcd')
})
