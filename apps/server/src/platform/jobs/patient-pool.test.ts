import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '#test/app/until'
import { databaseLine } from '#test/database/database-line'
import { cloneDatabase, type TestDatabase } from '#test/database/test-database'
import { createPool } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'
import { holdPresence } from '../database/starting/presence.ts'
import { makeLog } from '../log.ts'
import { addJob } from './add-job.ts'
import { PatientPool } from './patient-pool.ts'
import { startWorker } from './start-worker.ts'

const log = makeLog('silent')
let database: TestDatabase
let line: Awaited<ReturnType<typeof databaseLine>>
let db: Kysely<Database>

beforeAll(async () => {
  database = await cloneDatabase()
  line = await databaseLine(database)
  const pool = createPool(database.connection, log, { max: 2, name: 'test' })
  db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
})
afterAll(async () => {
  await db.destroy()
  await line.down()
  await database.drop()
})

/** The runner retries after three seconds, then after longer, and a failed job some seconds after that. */
const TOLD_WITHIN_MS = 40_000

test.each([
  ['is done', 1],
  ['has failed', 2],
])(
  'records the outcome of a job that %s while the database is unavailable, and does not leave it locked',
  { timeout: TOLD_WITHIN_MS + 10_000 },
  async (end, expected) => {
    await line.up()
    const connection = { ...database.connection, host: '127.0.0.1', port: line.port }
    const pool = createPool(connection, log, { max: 4, name: 'jobs' }, PatientPool)
    const away = Promise.withResolvers<void>()
    let runs = 0
    const task = async () => {
      if (++runs > 1) return
      await away.promise
      if (end === 'has failed') throw new Error('as ordered')
    }
    const nodeId = `node-${end}`
    const presence = await holdPresence(connection, nodeId, log)
    const worker = await startWorker({ pool, connection, db, nodeId, presence, log, tasks: { 'forget-keys': task } })
    await addJob(db, 'forget-keys', {})
    await until(() => runs === 1)
    await line.down()
    away.resolve()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await line.up()
    // Without the jobs that the schedule adds each minute, which nothing here takes.
    const jobs = async () =>
      (await sql`select 1 from graphile_worker.jobs where task_identifier = 'forget-keys'`.execute(db)).rows
    await until(async () => (await jobs()).length === 0, TOLD_WITHIN_MS)
    expect(runs).toBe(expected)
    await worker.stop()
    await presence.release()
    await pool.end()
  },
)

test('ends although the database is unavailable and connections are awaited', async () => {
  await line.up()
  const connection = { ...database.connection, host: '127.0.0.1', port: line.port }
  const pool = createPool(connection, log, { max: 2, name: 'ending' }, PatientPool)
  await pool.query('select 1')
  await line.down()
  let isAnswered = false
  const answered = () => {
    isAnswered = true
  }
  pool.query('select 1').then(answered, answered)
  await pool.end()
  pool.query('select 1').then(answered, answered)
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(isAnswered).toBe(false)
})
