/** A crowd that reads exactly so much and leaves in every way: what is said of each is neither more nor less than is true. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountPerson, makeAccount } from './account-person.ts'
import { databaseLine } from './database-line.ts'
import { ExactSocket, type Manner } from './exact-socket.ts'
import { noise, type Recipient, sendTo } from './recipient.ts'
import { cloneDatabase, type TestDatabase } from './test-database.ts'
import { until } from './until.ts'
import { makeWorld, type World } from './world.ts'

const run = promisify(execFile)
const KB = 1_000
const MB = 1_000_000
const LIFE = 120_000

let database: TestDatabase
let line: Awaited<ReturnType<typeof databaseLine>>
let world: World
let owner: AccountPerson
const contents = new Map<number, Buffer>()
beforeAll(async () => {
  database = await cloneDatabase()
  line = await databaseLine(database)
  world = await makeWorld({ env: { TRUSTED_PROXIES: '', DATABASE_URL: line.url } })
  owner = await makeAccount(world, { role: 'business', subscription: 'active' })
})
afterAll(async () => {
  await world?.close()
  await line?.down()
  await database?.drop()
})

interface Reading {
  recipient: Recipient
  url: string
  open(headers?: Record<string, string>, manner?: Manner): Promise<ExactSocket>
}

/** Somebody who has been sent a file of so many bytes, and has pressed the button. */
async function reading(bytes: number): Promise<Reading> {
  const content = contents.get(bytes) ?? noise(bytes)
  contents.set(bytes, content)
  const recipient = await sendTo(world, [{ path: 'a.bin', content }], owner)
  const { links } = await recipient.grant()
  const url = new URL(links[0]?.url ?? '', world.origin)
  return { recipient, url: url.href, open: (...how) => ExactSocket.open(world.origin, url.pathname, ...how) }
}

const rangeOf = (from: number, to?: number) => ({ range: `bytes=${from}-${to === undefined ? '' : to - 1}` })
const claimOf = async ({ recipient }: Reading) => (await recipient.deliveries())[0]
const isFinished = async (one: Reading) => (await claimOf(one))?.finished_at instanceof Date
/** Every connection is over, and what became of it is saved. */
const settled = ({ recipient }: Reading) => recipient.until(([row]) => row !== undefined)

/** What its kernel has once nothing more comes. */
async function atRest(socket: ExactSocket): Promise<number> {
  for (let before = -1; ; ) {
    const now = socket.arrived
    if (now === before) return now
    before = now
    await pause(150)
  }
}

/** Two minutes in which nobody asks for anything. */
async function waitOut(): Promise<void> {
  for (let nth = 0; nth < 2; nth += 1) await world.passTime(61_000)
  await world.runJobs()
}

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
      const readers = []
      for (const row of partial) readers.push({ row, one: await reading(row[1]) })
      const arrived = new Map<Reading, number>()
      for (const { row, one } of readers) {
        const socket = await one.open()
        await socket.take(row[3])
        arrived.set(one, await atRest(socket))
        socket[row[2]]()
      }
      for (const { one } of readers) await settled(one)
      await waitOut()
      for (const { row, one } of readers) {
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
    expect(await claimOf(one)).toMatchObject({ bytes, doubt_bytes: 0, is_handed: false })
  })

  test('that says early that it sends nothing more is finished by everything being read', async () => {
    const one = await reading(2 * MB)
    const socket = await one.open()
    socket.finish()
    await socket.take()
    socket.close()
    await until(() => isFinished(one))
  })

  test.each([1, 2 * MB])('that sends nothing more after its request is sent all of %i bytes', async (bytes) => {
    const one = await reading(bytes)
    const socket = await one.open({}, { isOneWay: true })
    await socket.take()
    socket.close()
    await until(() => isFinished(one))
  })

  test('that is reset after its reader said that nothing more comes is known to be over at once', async () => {
    const one = await reading(300 * KB)
    const socket = await one.open({}, { isOneWay: true, holds: 4 * KB })
    await socket.take(KB)
    // The kernel of the server has taken all of it by then.
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
      await waitOut()
      expect(await claimOf(cut)).toMatchObject({ bytes: MB, finished_at: null })
    },
    LIFE,
  )

  test('that a proxy resets after everything is handed over, and never received', async () => {
    const one = await reading(300 * KB)
    const socket = await one.open({ 'x-forwarded-for': '203.0.113.7' })
    await socket.take()
    socket.reset()
    await until(() => isFinished(one))
    expect(await claimOf(one)).toMatchObject({ is_handed: true })
  })
})

describe('several connections', () => {
  test('each cut where the next begins, as download managers do, are finished without a doubt', async () => {
    const [bytes, parts] = [8 * MB, 4]
    const one = await reading(bytes)
    const step = bytes / parts
    const starts = Array.from({ length: parts }, (_none, nth) => nth * step)
    const sockets: ExactSocket[] = []
    for (const from of starts) sockets.push(await one.open(rangeOf(from)))
    for (const socket of sockets) await socket.take(step)
    for (const socket of sockets.slice(0, -1)) socket.reset()
    sockets.at(-1)?.close()
    await until(() => isFinished(one))
    expect(await claimOf(one)).toMatchObject({ doubt_bytes: 0 })
  })

  test('the tail first and then what is before it are finished', async () => {
    const one = await reading(3 * MB)
    for (const range of [rangeOf(2 * MB), rangeOf(0, 2 * MB)]) {
      const socket = await one.open(range)
      await socket.take()
      socket.close()
    }
    await until(() => isFinished(one))
  })

  test(
    'of a player that looks at the beginning, the end and the middle have not brought the file',
    async () => {
      const one = await reading(12 * MB)
      const seeks: Array<[number, number]> = [
        [0, 300 * KB],
        [11.8 * MB, 200 * KB],
        [300 * KB, 500 * KB],
      ]
      for (const [from, bytes] of seeks) {
        const socket = await one.open(rangeOf(from))
        await socket.take(bytes)
        await pause(150)
        socket.close()
      }
      await settled(one)
      await waitOut()
      expect((await claimOf(one))?.finished_at).toBeNull()
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

describe('a database that hangs', () => {
  test(
    'while a download begins and ends delays its entries, which carry the time of the event',
    async () => {
      const [short, long] = [await reading(300 * KB), await reading(4 * MB)]
      const socket = await long.open()
      await socket.take(MB)
      await until(async () => (await claimOf(long)) !== undefined)
      const quick = await short.open()
      await quick.take()
      line.hush()
      quick.close()
      await socket.take()
      socket.close()
      const endedAt = Date.now()
      await pause(4_000)
      await line.up()
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
  'programs of this machine that fetch a file are told to have it',
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
