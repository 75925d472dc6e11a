import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database/test-database'
import { openDatabase } from '../../database/open.ts'
import type { Database } from '../../database/schema.ts'
import { hashToken, newId } from '../../ids.ts'
import { makeLog } from '../../log.ts'
import { clearTally, countBelow, countMiss, forgetTallies, readTally, uncount } from '../call-store.ts'
import { makeRateLimits } from './rate-limits.ts'

type Db = Kysely<Database>
const log = makeLog('silent')
let database: TestDatabase
/** Two processes, each with connections of its own. */
let opened: Array<Awaited<ReturnType<typeof openDatabase>>>
let db: Db
let other: Db
beforeAll(async () => {
  database = await cloneDatabase()
  const open = () => openDatabase({ database: { kind: 'url', url: database.url } }, log)
  opened = [await open(), await open()]
  ;[db, other] = opened.map((one) => one.db) as [Db, Db]
})
afterAll(async () => {
  for (const { close } of opened ?? []) await close()
  await database?.drop()
})

const passSeconds = (seconds: number) =>
  sql`update tallies set ends_at = ends_at - make_interval(secs => ${seconds})`.execute(db)

const rowsWritten = async () =>
  (
    await sql<{ key: Buffer; xmin: string; count: number }>`select key, xmin, count from tallies order by key`.execute(
      db,
    )
  ).rows

/** Time that a test has pass moves the ends of windows, and with them their names. */
const windowOf = async (name: string): Promise<string> => {
  const { rows } = await sql<{ window: string }>`
    select extract(epoch from ends_at)::text as "window" from tallies where key = ${hashToken(name)}`.execute(db)
  return rows[0]?.window ?? '0'
}

/** 50 at once, over both processes: how many `work` lets through. */
async function countOf50(work: (of: Db) => Promise<boolean>): Promise<number> {
  const results = await Promise.all(Array.from({ length: 50 }, (_, nth) => work(nth % 2 ? db : other)))
  return results.filter(Boolean).length
}

test('50 at once in a new window, in a running one and where one is over: none overshoots', async () => {
  const name = newId()
  const limit = { most: 5, seconds: 600 }
  const count = async (of: Db) => (await countBelow(of, name, limit)).isCounted
  expect(await countOf50(count)).toBe(5)
  expect(await countOf50(count)).toBe(0)
  await passSeconds(601)
  expect(await countOf50(count)).toBe(5)
  const window = await windowOf(name)
  await uncount(db, name, window)
  await uncount(db, name, window)
  expect(await countOf50(count)).toBe(2)
  expect(await readTally(db, name)).toMatchObject({ count: 5 })
})

test('takes a count back from its own window alone', async () => {
  const name = newId()
  const limit = { most: 5, seconds: 600 }
  const { window: first } = await countBelow(db, name, limit)
  await passSeconds(601)
  const { window: second } = await countBelow(db, name, limit)
  await uncount(db, name, first)
  await uncount(db, name, null)
  expect(await readTally(db, name)).toMatchObject({ count: 1 })
  await uncount(db, name, second)
  expect(await readTally(db, name)).toMatchObject({ count: 0 })
})

test('spends exactly the budget with 64 concurrent calls over two processes', async () => {
  const [one, two] = [makeRateLimits(db), makeRateLimits(other)]
  const budget = { name: 'probe', points: 5, seconds: 600 }
  const results = await Promise.allSettled(
    Array.from({ length: 64 }, (_, i) => (i % 2 ? one : two).spend(budget, 'key')),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(59)
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    expect(result.reason).toMatchObject({ code: 'too-many-requests' })
    expect(result.reason.facts.retryAfterSeconds).toBeGreaterThan(590)
    expect(result.reason.facts.retryAfterSeconds).toBeLessThanOrEqual(600)
  }
  expect(await one.isSpent(budget, 'key')).toBe(true)
  expect(await one.isSpent(budget, 'another')).toBe(false)
  expect(await one.isSpent({ ...budget, name: 'another' }, 'key')).toBe(false)
})

test('the misses of a network overshoot neither their minute nor, by refusals, their hour', async () => {
  const network = '198.51.100.0/24'
  const free = () => countOf50(async (of) => (await countMiss(of, network, true)).waitSeconds === null)
  expect(await free()).toBe(20)
  expect(await free()).toBe(0)
  for (let minute = 0; minute < 3; minute++) {
    await passSeconds(61)
    expect(await free()).toBe(20)
  }
  expect(await countMiss(db, network, false)).toEqual({ isOver: false, waitSeconds: null })
  // 250 so far. Of the next hundred the first 50 are in the hour.
  await passSeconds(61)
  const over = async () => await countOf50(async (of) => (await countMiss(of, network, true)).isOver)
  expect(await over()).toBe(0)
  const written = await rowsWritten()
  expect(await over()).toBe(50)
  expect(await rowsWritten()).toEqual(written)
  expect(await countMiss(db, network, false)).toEqual({ isOver: true, waitSeconds: null })
  expect(await countMiss(db, '203.0.113.0/24', true)).toEqual({ isOver: false, waitSeconds: null })
  await passSeconds(3_601)
  expect(await countMiss(db, network, false)).toEqual({ isOver: false, waitSeconds: null })
})

test('what is refused writes nothing', async () => {
  const name = newId()
  const limit = { most: 1, seconds: 60 }
  await countBelow(db, name, limit)
  const written = await rowsWritten()
  const refused = await countBelow(db, name, limit)
  expect(refused.isCounted).toBe(false)
  expect(await rowsWritten()).toEqual(written)
})

/** A limiter in memory, in whole seconds of its own. */
class Model {
  now = 0
  readonly windows = new Map<string, { count: number; endsAt: number }>()

  read(name: string) {
    const window = this.windows.get(name)
    return window && window.endsAt > this.now ? window : null
  }

  count(name: string, { most, seconds }: { most: number; seconds: number }): boolean {
    const window = this.read(name)
    if (window && window.count >= most) return false
    this.windows.set(name, { count: (window?.count ?? 0) + 1, endsAt: window?.endsAt ?? this.now + seconds })
    return true
  }
}

const names = fc.constantFrom('one', 'two')
const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('count' as const), name: names, most: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('uncount' as const, 'clear' as const), name: names }) },
  { weight: 1, arbitrary: fc.constant({ do: 'forget' as const }) },
  // No sum of these comes close to a window's 60 seconds, so that the time a statement takes changes nothing.
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), sevens: fc.integer({ min: 1, max: 12 }) }) },
)

test('any sequence counts as a limiter in memory does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 25 }), async (sequence) => {
      const model = new Model()
      const of = (name: string) => `${run} ${name}`
      const run = newId()
      for (const step of sequence) {
        if (step.do === 'pass') {
          model.now += step.sevens * 7
          await passSeconds(step.sevens * 7)
        } else if (step.do === 'forget') await forgetTallies(db)
        else if (step.do === 'count') {
          const limit = { most: step.most, seconds: 60 }
          const wasLeft = (model.read(step.name)?.endsAt ?? model.now + 60) - model.now
          const { isCounted, secondsLeft } = await countBelow(db, of(step.name), limit)
          expect(isCounted).toBe(model.count(step.name, limit))
          expect(Math.abs(secondsLeft - wasLeft)).toBeLessThanOrEqual(2)
        } else {
          if (step.do === 'clear') await clearTally(db, of(step.name))
          else await uncount(db, of(step.name), await windowOf(of(step.name)))
          const window = model.windows.get(step.name)
          if (step.do === 'clear') model.windows.delete(step.name)
          else if (window && window.count > 0) window.count -= 1
        }
        for (const name of ['one', 'two']) {
          expect((await readTally(db, of(name))).count).toBe(model.read(name)?.count ?? 0)
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('does not store the key itself', async () => {
  await makeRateLimits(db).spend({ name: 'secret', points: 1, seconds: 60 }, 'ada@lovelace.example')
  const text = JSON.stringify((await rowsWritten()).map(({ key }) => key.toString('latin1')))
  expect(text).not.toContain('lovelace')
})
