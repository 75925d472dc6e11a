import { expect, test } from 'vitest'
import { liveWaitMs } from './live-wait.ts'

test('waits from 250 ms, doubled to 30 s, never less than half of it', () => {
  expect([0, 1, 2, 6, 7, 50, 2_000].map((tries) => liveWaitMs(tries, 0))).toEqual([
    250, 500, 1_000, 16_000, 30_000, 30_000, 30_000,
  ])
  expect([liveWaitMs(0, 1), liveWaitMs(50, 1)]).toEqual([125, 15_000])
})
