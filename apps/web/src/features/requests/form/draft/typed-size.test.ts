import { expect, it } from 'vitest'
import { bytesOf, countOf, typedSizeOf } from './typed-size.ts'

it.each([
  ['', null],
  ['20', 20e6],
  [' 1.5 ', 1.5e6],
  ['1,5', 1.5e6],
  ['0', Number.NaN],
  ['-1', Number.NaN],
  ['1e9', Number.NaN],
  ['ten', Number.NaN],
])('%o MB', (text, bytes) => {
  expect(bytesOf({ text, unit: 'MB' })).toEqual(bytes)
})

it('a limit comes back as it was typed', () => {
  for (const typed of [
    { text: '', unit: 'MB' },
    { text: '500', unit: 'kB' },
    { text: '20', unit: 'MB' },
    { text: '500', unit: 'MB' },
    { text: '1.5', unit: 'GB' },
  ] as const) {
    expect(bytesOf(typedSizeOf(bytesOf(typed)))).toBe(bytesOf(typed))
  }
  expect(typedSizeOf(20e6)).toEqual({ text: '20', unit: 'MB' })
  expect(typedSizeOf(500e6)).toEqual({ text: '500', unit: 'MB' })
  expect(typedSizeOf(2e9)).toEqual({ text: '2', unit: 'GB' })
  expect(typedSizeOf(123)).toEqual({ text: '0.123', unit: 'kB' })
})

it.each([
  ['', null],
  ['3', 3],
  ['0', Number.NaN],
  ['1501', Number.NaN],
  ['2.5', Number.NaN],
])('%o files', (text, count) => {
  expect(countOf(text, 1_500)).toEqual(count)
})
