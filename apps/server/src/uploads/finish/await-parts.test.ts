import { expect, test } from 'vitest'
import { arrivalsOf } from './await-parts.ts'

const never = async () => false

/** Lets the calls that do not wait end. */
const settled = async (calls: readonly Promise<void>[]) => {
  let ended = 0
  for (const call of calls) call.then(() => ended++)
  await Promise.race([Promise.all(calls), new Promise((resolve) => setImmediate(resolve))])
  return ended
}

test.each([
  ['an upload', 4, () => ({ id: 'one', owner_address: 'mei@example.com' })],
  ['a sender', 16, (nth: number) => ({ id: `upload-${nth}`, owner_address: 'mei@example.com' })],
  ['a process', 1_000, (nth: number) => ({ id: `upload-${nth}`, owner_address: `${nth}@example.com` })],
])('of %s, %i calls wait at a time', async (_, most, uploadOf) => {
  const arrivals = arrivalsOf({ db: {} as never })
  const leaving = new AbortController()
  const wait = (nth: number) => arrivals.watch(uploadOf(nth), never, leaving.signal)
  const calls = Array.from({ length: most }, (_each, nth) => wait(nth))
  expect(await settled(calls)).toBe(0)
  expect(await settled([wait(most), wait(most + 1)])).toBe(2)
  leaving.abort()
  await Promise.all(calls)
  const later = new AbortController()
  const next = arrivals.watch(uploadOf(0), never, later.signal)
  expect(await settled([next])).toBe(0)
  later.abort()
  await next
})
