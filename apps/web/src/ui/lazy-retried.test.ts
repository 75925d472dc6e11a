import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadRetried } from './lazy-retried.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('loadRetried', () => {
  it('tries again three seconds after each of five failures', async () => {
    const triedAt: number[] = []
    const startedAt = Date.now()
    const loading = loadRetried(async () => {
      triedAt.push(Date.now() - startedAt)
      if (triedAt.length <= 5) throw new Error('the line is down')
      return 'code'
    })
    await vi.runAllTimersAsync()
    await expect(loading).resolves.toBe('code')
    expect(triedAt).toEqual([0, 3_000, 6_000, 9_000, 12_000, 15_000])
  })

  it('gives up with the last failure', async () => {
    let tries = 0
    const loading = loadRetried(async () => {
      tries += 1
      throw new Error(`failure ${tries}`)
    })
    const failed = expect(loading).rejects.toThrow('failure 6')
    await vi.runAllTimersAsync()
    await failed
  })

  it('takes two minutes without an answer for a failure', async () => {
    let tries = 0
    const loading = loadRetried(() => {
      tries += 1
      return tries === 1 ? new Promise<string>(() => undefined) : Promise.resolve('code')
    })
    await vi.advanceTimersByTimeAsync(122_999)
    expect(tries).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await expect(loading).resolves.toBe('code')
  })
})
