import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { until } from '#test/until'
import { ClaimWatch } from './claim-watch.ts'

const MB = 1_000_000
const closing: Array<() => void> = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Somebody who reads nothing, and the server's end of their line, to which all of `bytes` is written. */
async function lineWith(bytes: number): Promise<{ here: Socket; there: Socket; writtenTo: () => number }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const there = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [here] = (await once(server, 'connection')) as [Socket]
  closing.push(
    () => there.destroy(),
    () => here.destroy(),
    () => void server.close(),
  )
  here.on('error', () => {})
  there.pause()
  let written = 0
  const note = () => {
    written += 100_000
  }
  for (let left = bytes; left > 0; left -= 100_000) here.write(Buffer.alloc(100_000), note)
  await pause(200)
  return { here, there, writtenTo: () => written }
}

test('what was acknowledged holds at once, and what is read later when it is', async () => {
  const { here, there, writtenTo } = await lineWith(20 * MB)
  const held: number[] = []
  const watch = new ClaimWatch(here, writtenTo, (to) => held.push(to))
  watch.claim(1_000)
  expect(held).toEqual([1_000])
  const most = 19 * MB
  watch.claim(most)
  await pause(300)
  expect(held).toEqual([1_000])
  there.resume()
  await until(() => held.includes(most))
  expect(watch.conclude()).toBe(0)
})

test.each([
  ['fallen silent', 'ETIMEDOUT', true],
  ['been cut off by them', 'ECONNRESET', false],
])('of a line that has %s while it stood still', async (_what, code, holds) => {
  const { here, writtenTo } = await lineWith(20 * MB)
  const watch = new ClaimWatch(here, writtenTo, () => {})
  const claim = writtenTo()
  watch.claim(claim)
  await pause(300)
  here.destroy(Object.assign(new Error(code), { code }))
  expect(watch.conclude()).toBe(holds ? claim : 0)
})

test('what is heard of too late to be looked at is believed as far as it was written', async () => {
  const { here, writtenTo } = await lineWith(MB)
  const watch = new ClaimWatch(here, writtenTo, () => {})
  here.destroy()
  watch.conclude()
  expect(watch.judgeLate([5, 900_000, 90 * MB])).toBe(900_000)
  expect(watch.judgeLate([])).toBe(0)
})
