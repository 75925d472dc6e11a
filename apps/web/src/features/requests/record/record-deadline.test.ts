import { describe, expect, test } from 'vitest'
import { formatUntil, formatZone } from './record-deadline.ts'

test('a zone has words, and its name where there are none', () => {
  expect(formatZone('Asia/Hong_Kong', 'en')).toContain('Hong Kong')
  expect(formatZone('Mars/Olympus', 'en')).toBe('Mars/Olympus')
})

describe('the remaining time', () => {
  const now = Date.parse('2027-03-01T00:00:00Z')
  test.each([
    ['2027-03-06T12:00:00Z', 'in 5 days'],
    ['2027-03-02T12:00:00Z', 'in 36 hours'],
    ['2027-03-01T00:20:30Z', 'in 20 minutes'],
    ['2027-02-28T21:00:00Z', '3 hours ago'],
    ['2027-02-20T00:00:00Z', '9 days ago'],
  ])('%s: %s', (instant, said) => {
    expect(formatUntil(instant, now, 'en')).toBe(said)
  })
})
