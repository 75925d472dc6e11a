import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchWhole, retried } from './load-code.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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

/** A server that sends a byte every `everyMs`, `bytes` times, and then says nothing more. */
function serveSlowly(everyMs: number, bytes: number, ends: boolean): void {
  vi.stubGlobal('fetch', async (_path: string, { signal }: { signal: AbortSignal }) => {
    let left = bytes
    const body = new ReadableStream({
      start(controller) {
        signal.addEventListener('abort', () => controller.error(signal.reason))
        const tick = setInterval(() => {
          if (left-- > 0) return controller.enqueue(new Uint8Array(1))
          clearInterval(tick)
          if (ends && !signal.aborted) controller.close()
        }, everyMs)
      },
    })
    return new Response(body)
  })
}

test('waits for a slow file as long as bytes arrive, and gives a silent one up', async () => {
  serveSlowly(10_000, 30, true)
  const slow = fetchWhole('/slow.js')
  await vi.advanceTimersByTimeAsync(400_000)
  await slow
  serveSlowly(10_000, 2, false)
  const silent = expect(fetchWhole('/silent.js')).rejects.toThrow(/abort/i)
  await vi.advanceTimersByTimeAsync(36_000)
  await silent
})
