import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseLine } from '#test/database/database-line'
import { emptyDatabase, type TestDatabase } from '#test/database/test-database'
import { isDatabaseAway } from './is-database-away.ts'
import { createPool } from './pool.ts'

let database: TestDatabase
const warnings: string[] = []
const log = { info: () => {}, error: () => {}, warn: (_: unknown, text?: string) => void warnings.push(text ?? '') }

beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.drop())

const openPool = () => createPool(database.connection, log, { max: 2, name: 'test' })

test('reads int8 as an exact number or refuses it', async () => {
  const pool = openPool()
  const { rows } = await pool.query(
    `select 9007199254740991::int8 as most, (-5)::int8 as less, null::int8 as none, '{1,null,3}'::int8[] as many`,
  )
  expect(rows).toEqual([{ most: Number.MAX_SAFE_INTEGER, less: -5, none: null, many: [1, null, 3] }])
  await expect(pool.query('select 9007199254740992::int8')).rejects.toThrow(RangeError)
  expect((await pool.query('select 1 as still')).rows).toEqual([{ still: 1 }])
  await pool.end()
})

test('keeps the parsers of other types', async () => {
  const pool = openPool()
  const { rows } = await pool.query(
    `select '2025-11-20T10:00:00Z'::timestamptz as at, 1.50::numeric as exact, '\\x01ff'::bytea as bytes, '{"a":1}'::jsonb as json`,
  )
  expect(rows).toEqual([
    { at: new Date('2025-11-20T10:00:00Z'), exact: '1.50', bytes: Buffer.from([1, 255]), json: { a: 1 } },
  ])
  await pool.end()
})

test('logs and replaces a connection that is cut between two statements, and ends nothing', async () => {
  const pool = openPool()
  const held = await pool.connect()
  const cut = new Promise((resolve) => held.once('end', resolve))
  const { rows } = await held.query('select pg_backend_pid() as pid')
  await pool.query('select pg_terminate_backend($1)', [rows[0].pid])
  await cut
  held.release(true)
  expect(warnings).toContain('a database connection broke')
  expect((await pool.query('select 1 as still')).rows).toEqual([{ still: 1 }])
  await pool.end()
})

test('blames the database when the connection of a running statement is cut, whatever error the socket reports', async () => {
  const line = await databaseLine(database)
  const pool = createPool({ connectionString: line.url }, log, { max: 2, name: 'test' })
  const db = new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool }) })
  await sql`select 1`.execute(db)
  const statement = sql`select pg_sleep(10)`.execute(db).catch((error: unknown) => error)
  line.reset()
  const error = await statement
  expect(error).toMatchObject({ code: expect.stringMatching(/^(ECONNRESET|EPIPE)$/), syscall: expect.any(String) })
  expect([isDatabaseAway(error), isDatabaseAway(Object.assign(new Error('read'), { code: 'ECONNRESET' }))]).toEqual([
    true,
    false,
  ])
  expect((await sql`select 1 as still`.execute(db)).rows).toEqual([{ still: 1 }])
  await pool.end()
  await line.down()
})

test('limits a statement to 15 seconds and ends idle transactions', async () => {
  const pool = openPool()
  const { rows } = await pool.query(
    `select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`,
  )
  expect(rows).toEqual([{ statement: '15s', idle: '1min', name: 'test' }])
  await pool.end()
})

test('leaves no session behind after a pool has ended, so that the server can stop at once', async () => {
  const [ending, looking] = [createPool(database.connection, log, { max: 8, name: 'ending' }), openPool()]
  await Promise.all(Array.from({ length: 8 }, () => ending.query('select pg_sleep(0.02)')))
  await ending.end()
  const { rows } = await looking.query(`select pid from pg_stat_activity where application_name = 'ending'`)
  expect(rows).toEqual([])
  await looking.end()
})
