import { expect, test } from 'vitest'
import { wrapText } from './wrap-text.ts'

/** Ideographs are two wide. */
const measure = (line: string) => [...line].reduce((sum, letter) => sum + (/\p{Ideographic}/u.test(letter) ? 2 : 1), 0)

test.each<[string, number, string[]]>([
  ['one two three', 8, ['one two', 'three']],
  ['exactly', 7, ['exactly']],
  ['', 5, ['']],
  ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
  ['plans/sheet-12.dwg', 9, ['plans/', 'sheet-', '12.dwg']],
  ['报价单深圳', 6, ['报价单', '深圳']],
  ['报价单。深圳', 6, ['报价', '单。深', '圳']],
  ['a👨‍👩‍👧b', 3, ['a', '👨‍👩‍👧', 'b']],
])('wraps %j at %i', (text, width, lines) => {
  const cut = wrapText(text, width, measure)
  expect(cut).toEqual(lines)
  expect(cut.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
})
