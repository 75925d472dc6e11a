import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retried } from './load-code.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('asks for code again three seconds after each of five failures', async () => {
  const triedAt: number[] = []
  const startedAt = Date.now()
  const loading = retried(async () => {
    triedAt.push(Date.now() - startedAt)
    if (triedAt.length <= 5) throw new Error('the line is down')
    return 'code'
  })
  await vi.runAllTimersAsync()
  await expect(loading).resolves.toBe('code')
  expect(triedAt).toEqual([0, 3_000, 6_000, 9_000, 12_000, 15_000])
})

test('reports the last failure', async () => {
  let tries = 0
  const loading = retried(async () => {
    tries += 1
    throw new Error(`failure ${tries}`)
  })
  const failed = expect(loading).rejects.toThrow('failure 6')
  await vi.runAllTimersAsync()
  await failed
})
