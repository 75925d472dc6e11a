import { Problem } from '@waybill/contract/core/problems'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database/test-database'
import { createPool } from '../platform/database/pool.ts'
import type { Database } from '../platform/database/schema.ts'
import {
  countFreeSend,
  listAllowances,
  releaseBytes,
  requireFreeSend,
  reserveBytes,
  senderKeys,
  useBytes,
} from './index.ts'

const CONNECTIONS = 64
const silent = { info: () => {}, warn: () => {}, error: () => {} }
let database: TestDatabase
let pool: pg.Pool
let db: Kysely<Database>

beforeAll(async () => {
  database = await cloneDatabase()
  pool = createPool(database.connection, silent, { max: CONNECTIONS, name: 'billing-test' })
  db = new Kysely<Database>({ dialect: new PostgresDialect({ pool, controlClient: pg.Client }) })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** 64 open connections that begin together. */
async function atOnce<T>(work: (tx: Kysely<Database>, nth: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> {
  const everyoneIsIn = Promise.withResolvers<void>()
  let waiting = 0
  return Promise.allSettled(
    Array.from({ length: CONNECTIONS }, (_, nth) =>
      db.transaction().execute(async (tx) => {
        await tx.selectFrom('allowances').select('key').limit(1).execute()
        if (++waiting === CONNECTIONS) everyoneIsIn.resolve()
        await everyoneIsIn.promise
        return work(tx, nth)
      }),
    ),
  )
}

const done = (results: PromiseSettledResult<unknown>[]) => results.filter(({ status }) => status === 'fulfilled').length
const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as Problem).code] : []))
const allowance = async (key: string) => (await listAllowances(db)).find((one) => one.key === key)

test('exceeds a limit by nothing with 64 concurrent reservations, and leaves no trace of a refused one under its other key', async () => {
  const keys = ['address:a@example.com', 'device:a']
  const results = await atOnce((tx, nth) => reserveBytes(tx, nth % 2 ? keys : keys.toReversed(), 100, 1_050))
  expect(done(results)).toBe(10)
  expect(new Set(codes(results))).toEqual(new Set(['storage-full']))
  for (const key of keys) expect(await allowance(key)).toMatchObject({ reservedBytes: 1_000, usedBytes: 0 })
})

test('never exceeds keys that 64 reservations share crosswise', async () => {
  const results = await atOnce((tx, nth) => reserveBytes(tx, ['address:shared', `device:x${nth % 8}`], 10, 300))
  expect(done(results)).toBe(30)
  const rows = await listAllowances(db)
  const devices = rows.filter(({ key }) => key.startsWith('device:x'))
  expect(devices.reduce((sum, row) => sum + row.reservedBytes, 0)).toBe(300)
})

test('refuses a first reservation above the limit', async () => {
  await expect(reserveBytes(db, ['device:new'], 11, 10)).rejects.toMatchObject({ code: 'storage-full' })
  expect(await allowance('device:new')).toBeUndefined()
})

test('uses or returns reserved bytes once', async () => {
  const keys = ['address:u', 'device:u']
  await reserveBytes(db, keys, 30, 100)
  await reserveBytes(db, keys, 50, 100)
  await useBytes(db, keys, 30)
  await releaseBytes(db, keys, 50)
  expect(await allowance('device:u')).toMatchObject({ reservedBytes: 0, usedBytes: 30 })
  await expect(reserveBytes(db, keys, 71, 100)).rejects.toMatchObject({ code: 'storage-full' })
  await reserveBytes(db, keys, 70, 100)
  await expect(releaseBytes(db, keys, 71)).rejects.toThrow('allowances_reserved_bytes_check')
})

test("counts three of one sender's 64 concurrent sends, however the address is tagged", async () => {
  const results = await atOnce((tx, nth) =>
    countFreeSend(tx, { address: `bo+${nth}@example.com`, deviceId: `many-${nth}`, network: '203.0.113.0/24' }),
  )
  expect(done(results)).toBe(3)
  expect(new Set(codes(results))).toEqual(new Set(['free-sends-used']))
  const sender = { address: 'bo@example.com', deviceId: 'another', network: '198.51.100.0/24' }
  await expect(requireFreeSend(db, sender)).rejects.toMatchObject({ code: 'free-sends-used', facts: { limit: 3 } })
})

test('counts three per device, for any addresses', async () => {
  const results = await atOnce((tx, nth) =>
    countFreeSend(tx, { address: `d${nth}@example.com`, deviceId: 'one', network: '198.51.101.0/24' }),
  )
  expect(done(results)).toBe(3)
})

test('counts thirty of 64 concurrent sends from one network, and starts again the next day', async () => {
  const network = '2001:db8:1:2::/64'
  const results = await atOnce((tx, nth) =>
    countFreeSend(tx, { address: `n${nth}@example.com`, deviceId: `n${nth}`, network }),
  )
  expect(done(results)).toBe(30)
  expect(new Set(codes(results))).toEqual(new Set(['network-sends-used']))
  const fresh = { address: 'fresh@example.com', deviceId: 'fresh', network }
  await expect(requireFreeSend(db, fresh)).rejects.toMatchObject({ code: 'network-sends-used' })
  await pool.query(`update allowances set key = 'network:2001:db8:1:2::/64:2001-01-01' where key like 'network:2001%'`)
  await requireFreeSend(db, fresh)
  await countFreeSend(db, fresh)
})

test('counts a refused send under no key', async () => {
  const sender = { address: 'late@example.com', deviceId: 'one', network: '198.51.102.0/24' }
  const [refused] = await Promise.allSettled([db.transaction().execute((tx) => countFreeSend(tx, sender))])
  expect(refused).toMatchObject({ reason: expect.any(Problem) })
  expect(await allowance(senderKeys(sender)[0] as string)).toBeUndefined()
})
