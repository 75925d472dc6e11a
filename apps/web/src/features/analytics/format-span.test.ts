import { expect, test } from 'vitest'
import { formatSpan } from './format-span.ts'

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [59.6, '1 minute'],
  [125, '2 minutes 5 seconds'],
  [7_500, '2 hours 5 minutes'],
  [86_400, '1 day'],
  [300_000, '3 days 11 hours'],
])('%d seconds are %s', (seconds, expected) => expect(formatSpan(seconds, 'en')).toBe(expected))

test('in Chinese', () => expect(formatSpan(7_500, 'zh')).toBe('2 小时 5 分钟'))
