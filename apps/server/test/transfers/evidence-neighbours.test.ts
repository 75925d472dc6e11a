/**
 * Readers over several connections, some of which are cut: download managers, players, and those who continue later.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../app/until.ts'
import type { ExactSocket } from '../http/exact-socket.ts'
import { atRest, claimOf, isFinished, KB, MB, ReadingApp, rangeOf, settled } from './reading-app.ts'

const LIFE = 120_000

let readers: ReadingApp
beforeAll(async () => {
  readers = await ReadingApp.make()
})
afterAll(() => readers?.close())
const reading = (bytes: number) => readers.reading(bytes)

describe('several connections', () => {
  test('each cut where the next begins, as download managers do, are finished without a doubt', async () => {
    const [bytes, parts] = [8 * MB, 4]
    const one = await reading(bytes)
    const step = bytes / parts
    const starts = Array.from({ length: parts }, (_none, nth) => nth * step)
    const sockets: ExactSocket[] = []
    for (const from of starts) sockets.push(await one.open(from === 0 ? {} : rangeOf(from)))
    for (const socket of sockets) await socket.take(step)
    for (const socket of sockets.slice(0, -1)) socket.reset()
    sockets.at(-1)?.close()
    await until(() => isFinished(one))
    expect(await claimOf(one)).toMatchObject({ doubt_bytes: 0 })
  })

  test(
    'that request like players leave a named doubt where they are cut, whichever ends last',
    async () => {
      for (const order of ['in order', 'from the end'] as const) {
        const one = await reading(2 * MB)
        const first = await one.open(rangeOf(0))
        const second = await one.open(rangeOf(MB))
        for (const socket of [first, second]) await socket.take(MB)
        await atRest(first)
        if (order === 'in order') first.reset()
        else second.close()
        await pause(300)
        if (order === 'in order') second.close()
        else first.reset()
        await settled(one)
        expect((await claimOf(one))?.finished_at).toBeNull()
        await readers.waitOut()
        expect(await claimOf(one)).toMatchObject({ finished_at: expect.any(Date), doubt_bytes: MB })
      }
    },
    LIFE,
  )

  test('of which a later one ended long before the first was cut there are finished', async () => {
    const one = await reading(4 * MB)
    const first = await one.open()
    const second = await one.open(rangeOf(2 * MB))
    await second.take()
    second.close()
    await until(async () => ((await claimOf(one))?.read_bytes ?? 0) >= 2 * MB)
    await readers.app.passTime(20 * 60_000)
    // What is no longer useful is deleted when another begins.
    const third = await one.open(rangeOf(MB, MB + 10))
    await third.take()
    third.close()
    await first.take(2 * MB)
    first.reset()
    await until(() => isFinished(one))
    expect(await claimOf(one)).toMatchObject({ doubt_bytes: 0 })
  })

  test('with the tail first and then what is before it are finished', async () => {
    const one = await reading(3 * MB)
    for (const range of [rangeOf(2 * MB), rangeOf(0, 2 * MB)]) {
      const socket = await one.open(range)
      await socket.take()
      socket.close()
    }
    await until(() => isFinished(one))
  })

  const players: Array<[string, Record<string, string>, Record<string, string>]> = [
    ['asks by ranges from the first byte', rangeOf(0), {}],
    ['runs in a page', { 'sec-fetch-dest': 'video' }, { 'sec-fetch-dest': 'video' }],
    ['asks for the whole at first, as GStreamer does', { 'icy-metadata': '1' }, { 'icy-metadata': '1' }],
  ]
  test.each(players)(
    'of a player that %s, and seeks, have not delivered the file',
    async (_name, beginning, going) => {
      for (const bytes of [200 * KB, 3 * MB, 12 * MB]) {
        const one = await reading(bytes)
        const seeks: Array<[number, number]> = [
          [0, bytes / 10],
          [bytes * 0.6, bytes / 10],
          [bytes * 0.9, bytes / 10],
        ]
        for (const [from, take] of seeks) {
          const socket = await one.open(from === 0 ? beginning : { ...rangeOf(from), ...going })
          await socket.take(take)
          await pause(150)
          socket.close()
        }
        await settled(one)
        const claim = await claimOf(one)
        expect([bytes, claim?.finished_at]).toEqual([bytes, null])
        expect(claim?.read_bytes).toBeLessThan(bytes)
      }
    },
    LIFE,
  )

  test('of which one is held open count when it is closed', async () => {
    const one = await reading(4 * MB)
    const first = await one.open(rangeOf(0, 2 * MB))
    await first.take()
    const second = await one.open(rangeOf(2 * MB))
    await second.take()
    second.close()
    await pause(1_500)
    expect(await isFinished(one)).toBe(false)
    first.close()
    await until(() => isFinished(one))
  })
})
