import { expect, test } from 'vitest'
import { dayAndTime, formatInstant } from './day-and-time.ts'
import { reader } from './moment.ts'

test('joins a day and a time as each language does', () => {
  expect(dayAndTime('27 Nov 2026', '18:22', 'en')).toBe('27 Nov 2026, 18:22')
  expect(dayAndTime('2026年11月27日', '18:22', 'zh')).toBe('2026年11月27日 18:22')
})

test('formats an instant on the reader’s clock', () => {
  const { offsetAt } = reader
  reader.offsetAt = () => 480
  expect(formatInstant('2026-11-27T10:22:00Z', 'zh')).toBe('2026年11月27日 18:22')
  reader.offsetAt = offsetAt
})
