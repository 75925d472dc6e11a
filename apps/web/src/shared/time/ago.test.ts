import { expect, test } from 'vitest'
import { formatAgo } from './ago.ts'

const at = '2026-11-20T12:00:00.000Z'
const later = (seconds: number) => Date.parse(at) + seconds * 1_000

test.each([
  [-90, 'now', '现在'],
  [59, 'now', '现在'],
  [60, '1 minute ago', '1 分钟前'],
  [14 * 60 + 59, '14 minutes ago', '14 分钟前'],
  [3_600, '1 hour ago', '1 小时前'],
  [23 * 3_600, '23 hours ago', '23 小时前'],
  [86_400, '1 day ago', '1 天前'],
  [47 * 3_600, '1 day ago', '1 天前'],
  [71 * 3_600, '2 days ago', '2 天前'],
  [86_400 * 40, '40 days ago', '40 天前'],
])('%s seconds later it was %s', (seconds, english, chinese) => {
  expect(formatAgo(at, later(seconds), 'en')).toBe(english)
  expect(formatAgo(at, later(seconds), 'zh')).toBe(chinese)
})
