import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noise, sendTo } from '#test/recipient'
import { until } from '#test/until'
import { makeWorld, type World } from '#test/world'

const MB = 1_000_000
const HALF = 3 * MB

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

/** Somebody with one file of 6 MB, whose first line to it is open. */
async function begin() {
  const recipient = await sendTo(world, [{ path: 'a.bin', content: noise(2 * HALF) }])
  const { links } = await recipient.grant()
  const url = links[0]?.url ?? ''
  return { recipient, url, first: await recipient.open(url, { range: 'bytes=0-' }) }
}

/** Reads so much of an answer, by and by, and leaves the rest lying. */
async function read(answer: IncomingMessage, bytes: number, waitMs = 0): Promise<void> {
  for (let got = 0; got < bytes; ) {
    const chunk = answer.read() as Buffer | null
    if (chunk) got += chunk.length
    else await pause(1)
    if (waitMs > 0) await pause(waitMs)
  }
}

test('who takes the second half beside the first, and gives that up at its beginning, does not have it', async () => {
  const { recipient, url, first } = await begin()
  await read(first, 200_000)
  await recipient.take(url, { range: `bytes=${HALF}-` })
  await until(async () => (await recipient.deliveries())[0]?.ranges.includes(`[${HALF},${2 * HALF})`) ?? false)
  await pause(600)
  first.socket.resetAndDestroy()
  await recipient.until(() => true)
  const [row] = await recipient.deliveries()
  expect(row?.finished_at).toBeNull()
  expect(row?.bytes).toBeLessThan(2 * HALF)
  // Whoever goes on where they were has it.
  await recipient.take(url, { range: `bytes=200000-${HALF - 1}` })
  await recipient.take(url, { range: 'bytes=0-199999' })
  await recipient.untilFinished(1)
})

test('whose download manager reads the first half at once, and the second beside it, has the whole', async () => {
  const { recipient, url, first } = await begin()
  await read(first, 100_000)
  const second = recipient.take(url, { range: `bytes=${HALF}-` })
  await read(first, HALF - 100_000)
  // All of it is acknowledged; the next look sees it.
  await until(async () => (await recipient.deliveries())[0]?.finished_at instanceof Date)
  first.socket.resetAndDestroy()
  await second
  await recipient.untilFinished(1)
})

test('who reads it by and by, and gives it up between two looks, has the whole', async () => {
  const { recipient, url, first } = await begin()
  await read(first, 100_000, 10)
  const second = recipient.take(url, { range: `bytes=${HALF}-` })
  await read(first, HALF - 100_000, 10)
  first.socket.resetAndDestroy()
  await second
  await recipient.untilFinished(1)
})

test('who has lost a line that still runs here, and goes on behind what came over it, has the whole', async () => {
  const { recipient, url, first } = await begin()
  await read(first, HALF)
  await recipient.take(url, { range: `bytes=${HALF}-` })
  await until(async () => (await recipient.deliveries())[0]?.finished_at instanceof Date)
  first.socket.destroy()
})

test('what another process was asked for is heard of where the line stands still', async () => {
  const { recipient, first } = await begin()
  await read(first, HALF)
  await until(async () => (await recipient.sendings()).length === 1)
  await world.ctx.db
    .updateTable('sendings')
    .set({ claims: [HALF] })
    .execute()
  await until(async () => (await recipient.deliveries())[0]?.ranges === `{[0,${HALF})}`)
  first.socket.destroy()
})
