import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchPace } from './watch-pace.ts'

/** A connection that delivers `bytesPerTick` every 10 ms. */
function line(bytesPerTick: number) {
  let bytes = 0
  const timer = setInterval(() => {
    bytes += bytesPerTick
  }, 10)
  return { soFar: () => bytes, end: () => clearInterval(timer) }
}

test('ends a stalled connection, once', async () => {
  let ended = 0
  const stop = watchPace(
    () => 5_000_000,
    () => ended++,
    { windowMs: 60, minBytesPerSecond: 1_000 },
  )
  await expect.poll(() => ended).toBe(1)
  await pause(150)
  expect(ended).toBe(1)
  stop()
})

test('leaves a slow but steady connection alone, however long it takes', async () => {
  const slow = line(1_000)
  let ended = 0
  const stop = watchPace(slow.soFar, () => ended++, { windowMs: 300, minBytesPerSecond: 1_000 })
  await pause(1_000)
  expect(ended).toBe(0)
  slow.end()
  await expect.poll(() => ended).toBe(1)
  stop()
})

test('calls nothing after the watch was ended', async () => {
  let ended = 0
  watchPace(
    () => 0,
    () => ended++,
    { windowMs: 30, minBytesPerSecond: 1 },
  )()
  await pause(100)
  expect(ended).toBe(0)
})
