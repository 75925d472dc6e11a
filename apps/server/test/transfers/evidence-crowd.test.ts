/**
 * A crowd that reads exactly so much and leaves in every way: the record of each is neither more nor less than the
 * truth.
 */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../app/until.ts'
import { atRest, claimOf, isFinished, KB, MB, type Reading, ReadingApp, settled } from './reading-app.ts'

const run = promisify(execFile)
const LIFE = 120_000

let readers: ReadingApp
beforeAll(async () => {
  readers = await ReadingApp.make()
})
afterAll(() => readers?.close())
const reading = (bytes: number) => readers.reading(bytes)

const amounts: Array<[string, (bytes: number) => number]> = [
  ['nothing', () => 0],
  ['one byte', () => 1],
  ['half', (bytes) => bytes / 2],
  ['all but one byte', (bytes) => bytes - 1],
]
const endings = ['close', 'reset'] as const
const partial = [300 * KB, 12 * MB].flatMap((bytes) =>
  amounts.flatMap(([name, of]) => endings.map((end) => [name, bytes, end, of(bytes)] as const)),
)

describe('one connection', () => {
  test(
    'that reads a part is never finished, and no more is claimed than its kernel had',
    async () => {
      const all = []
      for (const row of partial) all.push({ row, one: await reading(row[1]) })
      const arrived = new Map<Reading, number>()
      for (const { row, one } of all) {
        const socket = await one.open()
        await socket.take(row[3])
        arrived.set(one, await atRest(socket))
        socket[row[2]]()
      }
      for (const { one } of all) await settled(one)
      await readers.waitOut()
      for (const { row, one } of all) {
        const claim = await claimOf(one)
        expect([...row, claim?.finished_at]).toEqual([...row, null])
        expect(claim?.bytes).toBeLessThanOrEqual(arrived.get(one) ?? 0)
        expect(claim?.bytes).toBeGreaterThanOrEqual(row[3])
      }
    },
    LIFE,
  )

  test.each([1, 300 * KB, 12 * MB])('that reads all of %i bytes and closes is finished', async (bytes) => {
    const one = await reading(bytes)
    const socket = await one.open()
    await socket.take()
    socket.close()
    await until(() => isFinished(one))
    expect(await claimOf(one)).toMatchObject({ bytes, doubt_bytes: 0, evidence: 'received' })
  })

  test('that announces early that it sends nothing more is finished when everything is read', async () => {
    const one = await reading(2 * MB)
    const socket = await one.open()
    socket.finish()
    await socket.take()
    socket.close()
    await until(() => isFinished(one))
  })

  test.each([1, 2 * MB])('that sends nothing more after its request gets all of %i bytes', async (bytes) => {
    const one = await reading(bytes)
    const socket = await one.open({}, { isOneWay: true })
    await socket.take()
    socket.close()
    await until(() => isFinished(one))
  })

  test('that is reset after its reader announced that nothing more follows is known to have ended at once', async () => {
    const one = await reading(300 * KB)
    const socket = await one.open({}, { isOneWay: true, holds: 4 * KB })
    await socket.take(KB)
    // The server's kernel has taken all of it by then.
    await pause(300)
    socket.close()
    await settled(one)
    const claim = await claimOf(one)
    expect(claim?.finished_at).toBeNull()
    expect(claim?.bytes).toBeGreaterThanOrEqual(KB)
    expect(claim?.bytes).toBeLessThan(300 * KB)
  })

  test('that sends nothing more after its request, and leaves half of it, is not finished', async () => {
    const one = await reading(12 * MB)
    const socket = await one.open({}, { isOneWay: true })
    await socket.take(6 * MB)
    socket.close()
    await settled(one)
    expect((await claimOf(one))?.finished_at).toBeNull()
  })

  test(
    'that is held with everything read is finished once it is closed, and not if it is reset',
    async () => {
      const [closed, cut] = [await reading(MB), await reading(MB)]
      const sockets = [await closed.open(), await cut.open()]
      for (const socket of sockets) await socket.take()
      await pause(2_500)
      expect([await isFinished(closed), await isFinished(cut)]).toEqual([false, false])
      sockets[0]?.close()
      sockets[1]?.reset()
      await until(() => isFinished(closed))
      await settled(cut)
      await readers.waitOut()
      expect(await claimOf(cut)).toMatchObject({ bytes: MB, finished_at: null })
    },
    LIFE,
  )

  test('that a proxy resets after everything is handed over is handed over, never received', async () => {
    const one = await reading(300 * KB)
    const socket = await one.open({ 'x-forwarded-for': '203.0.113.7' })
    await socket.take()
    socket.reset()
    await until(() => isFinished(one))
    expect(await claimOf(one)).toMatchObject({ evidence: 'handed-over' })
  })
})

describe('a database that hangs', () => {
  test(
    'during the start and end of a download delays its entries, which carry the time of the event',
    async () => {
      const [short, long] = [await reading(300 * KB), await reading(4 * MB)]
      const socket = await long.open()
      await socket.take(MB)
      await until(async () => (await claimOf(long)) !== undefined)
      const quick = await short.open()
      await quick.take()
      readers.line.hush()
      quick.close()
      await socket.take()
      socket.close()
      const endedAt = Date.now()
      await pause(4_000)
      await readers.line.up()
      await until(async () => (await isFinished(short)) && (await isFinished(long)))
      for (const { recipient } of [short, long]) {
        const finished = (await recipient.events()).find(({ kind }) => kind === 'finished')
        expect(Math.abs(Number(finished?.at) - endedAt)).toBeLessThan(1_500)
        expect(finished?.late_ms).toBeGreaterThan(2_000)
      }
    },
    LIFE,
  )
})

const PYTHON = 'import sys, urllib.request; urllib.request.urlretrieve(sys.argv[1], sys.argv[2])'
const programs: Record<string, (url: string, file: string) => string[]> = {
  curl: (url, file) => ['-fsS', '-o', file, url],
  python3: (url, file) => ['-c', PYTHON, url, file],
}
const present = Object.keys(programs).filter((program) => spawnSync(program, ['--version']).status === 0)

test(
  'records that programs on this machine have the file they download',
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'waybill-crowd-'))
    for (const program of present) {
      for (const bytes of [1, 300 * KB, 12 * MB]) {
        const one = await reading(bytes)
        const file = join(dir, `${program}-${bytes}`)
        await run(program, programs[program]?.(one.url, file) ?? [])
        expect((await stat(file)).size).toBe(bytes)
        await until(() => isFinished(one))
      }
    }
    await rm(dir, { recursive: true })
  },
  LIFE,
)
