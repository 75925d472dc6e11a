import { expect, test } from 'vitest'
import { digitsBefore, formatUntil, groupNumber, parseUntil, placeAfterDigits } from './card-text.ts'

test.each([
  ['', ''],
  ['4242', '4242'],
  ['42424', '4242 4'],
  ['4242-4242 42424242', '4242 4242 4242 4242'],
  ['42424242424242424242999', '4242 4242 4242 4242 424'],
  ['card', ''],
])('groups the number %j as %j', (typed, shown) => {
  expect(groupNumber(typed)).toBe(shown)
})

test.each([
  ['1', '1'],
  ['7', '07'],
  ['0', '0'],
  ['1/', '01'],
  ['12', '12'],
  ['123', '12/3'],
  ['12/3', '12/3'],
  ['12 / 34', '12/34'],
  ['12/2034', '12/34'],
  ['7/34', '07/34'],
  ['123456', '12/34'],
])('formats the date %j as %j', (typed, shown) => {
  expect(formatUntil(typed)).toBe(shown)
})

test.each([
  ['12/34', { month: 12, year: 2034 }],
  ['01/30', { month: 1, year: 2030 }],
  ['13/34', null],
  ['00/34', null],
  ['12/3', null],
  ['', null],
])('reads the date %j', (text, read) => {
  expect(parseUntil(text)).toEqual(read)
})

test('a caret keeps its place among the digits', () => {
  expect(digitsBefore('4242 42', 6)).toBe(5)
  expect(placeAfterDigits('4242 4242', 5)).toBe(6)
  expect(placeAfterDigits('4242 4242', 0)).toBe(0)
  expect(placeAfterDigits('4242', 9)).toBe(4)
})
