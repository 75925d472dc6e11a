import { beforeEach, expect, test, vi } from 'vitest'
import { noteReferral, readReferral } from './referral.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 26)

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return () => vi.unstubAllGlobals()
})

test('the first partner is kept for 90 days, and then another may come', () => {
  noteReferral(NOW, '?via=ada')
  noteReferral(NOW + DAY_MS, '?via=grace')
  noteReferral(NOW + DAY_MS, '')
  expect(readReferral(NOW + 90 * DAY_MS - 1)).toBe('ada')
  expect(readReferral(NOW + 90 * DAY_MS)).toBeNull()
  expect(stored.size).toBe(0)
  noteReferral(NOW + 91 * DAY_MS, '?plan=PRM&via=grace')
  expect(readReferral(NOW + 91 * DAY_MS)).toBe('grace')
})

test.each(['', '?via=', '?via=a%20b', '?via=%3Cscript%3E', `?via=${'a'.repeat(65)}`, '?Via=ada'])(
  '%s names no partner',
  (search) => {
    noteReferral(NOW, search)
    expect(readReferral(NOW)).toBeNull()
  },
)

test.each(['no json', '{}', '[1]', '["then","ada"]', `[${NOW + DAY_MS},"ada"]`, `[${NOW},"a b"]`])(
  'what is stored as %s counts for nothing',
  (text) => {
    stored.set('waybill-referral', text)
    expect(readReferral(NOW)).toBeNull()
  },
)

test('64 characters are kept whole', () => {
  noteReferral(NOW, `?via=${'a'.repeat(64)}`)
  expect(readReferral(NOW)).toHaveLength(64)
})
