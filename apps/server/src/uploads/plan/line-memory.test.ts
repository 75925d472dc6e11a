import { expect, test } from 'vitest'
import { LineMemory } from './line-memory.ts'

const DAY_MS = 86_400_000
const home = { deviceId: 'device', network: '203.0.113.0/24' }
const hint = { parallel: 24, roundTripMs: 210 }

function memory() {
  let now = 0
  const lines = new LineMemory({ nowMs: () => now })
  return { lines, pass: (ms: number) => (now += ms) }
}

test('is told to the same device on the same network, for a day', () => {
  const { lines, pass } = memory()
  lines.remember(home, hint)
  expect(lines.recall(home)).toEqual(hint)
  expect(lines.recall({ ...home, network: '198.51.100.0/24' })).toBeNull()
  expect(lines.recall({ ...home, deviceId: 'another' })).toBeNull()
  pass(DAY_MS + 1)
  expect(lines.recall(home)).toBeNull()
})

test('keeps the last one, and nothing of a caller without a device', () => {
  const { lines } = memory()
  lines.remember(home, hint)
  lines.remember(home, { ...hint, parallel: 6 })
  lines.remember({ ...home, deviceId: null }, hint)
  expect(lines.recall(home)).toEqual({ ...hint, parallel: 6 })
  expect(lines.recall({ ...home, deviceId: null })).toBeNull()
  expect(lines.size).toBe(1)
})

test('forgets the oldest of more than 10,000, and all old ones', () => {
  const { lines, pass } = memory()
  for (let nth = 0; nth <= 10_000; nth++) lines.remember({ ...home, deviceId: `device ${nth}` }, hint)
  expect(lines.size).toBe(10_000)
  expect(lines.recall({ ...home, deviceId: 'device 0' })).toBeNull()
  expect(lines.recall({ ...home, deviceId: 'device 1' })).toEqual(hint)
  pass(DAY_MS + 1)
  lines.remember(home, hint)
  expect(lines.size).toBe(1)
})
