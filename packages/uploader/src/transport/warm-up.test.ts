import { afterEach, expect, test, vi } from 'vitest'
import { takeWarmth, warmUp } from './warm-up.ts'

const [own, other] = ['https://waybill.example', 'https://waybill.example:8444']

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('opens six connections to each origin, keeps them, and knows nothing a minute after the last answer', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { href: `${own}/` })
  const fetched = vi.fn(async (_url: string) => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetched)
  warmUp([own, other])
  await vi.advanceTimersByTimeAsync(49_000)
  expect(fetched.mock.calls.map(([url]) => url).filter((url) => url === `${other}/-/probe`)).toHaveLength(6)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(fetched).toHaveBeenCalledTimes(24)
  expect(takeWarmth()).toEqual({ origins: [own, other], roundTripMs: expect.any(Number) })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toHaveBeenCalledTimes(24)
  expect(takeWarmth()).toEqual({ origins: [], roundTripMs: null })
})
