import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase, emptyDatabase } from './test-database.ts'

async function tablesOf(config: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(config)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  )
  await client.end()
  return rows.map((row) => row.name)
}

test('gives a clone our tables and the job runner’s, and lets two clones share nothing', async () => {
  const [one, two] = await Promise.all([cloneDatabase(), cloneDatabase()])
  const client = new pg.Client({ connectionString: one.url })
  await client.connect()
  await client.query('create table only_here ()')
  await client.end()
  const tables = await tablesOf(one.connection)
  expect(tables).toEqual(
    expect.arrayContaining(['public.migrations', 'public.only_here', 'graphile_worker._private_jobs']),
  )
  expect(await tablesOf(two.connection)).not.toContain('public.only_here')
  await Promise.all([one.drop(), two.drop()])
})

test('gives the app a role that is no superuser and owns its database', async () => {
  const database = await cloneDatabase()
  const client = new pg.Client(database.connection)
  await client.connect()
  const { rows } = await client.query(`select current_user as role, current_setting('is_superuser') as is_superuser`)
  expect(rows).toEqual([{ role: 'waybill', is_superuser: 'off' }])
  await client.query('create extension pg_trgm')
  await expect(client.query('show data_directory')).rejects.toThrow(/permission denied|must be superuser/)
  await client.end()
  await database.drop()
})

test('drops a database even while a client is connected', async () => {
  const database = await emptyDatabase()
  expect(await tablesOf(database.connection)).toEqual([])
  const client = new pg.Client(database.connection)
  const ended = new Promise((resolve) => client.on('error', () => {}).once('end', resolve))
  await client.connect()
  await database.drop()
  await ended
  await expect(tablesOf(database.connection)).rejects.toThrow('does not exist')
})
