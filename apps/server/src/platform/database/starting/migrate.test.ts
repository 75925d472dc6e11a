import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '#test/database/test-database'
import { migrate } from './migrate.ts'

let folder = ''
let database: TestDatabase

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-migrations-'))
  database = await emptyDatabase()
})

afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)
const run = (upTo?: string) => migrate(database.connection, { folder, upTo })

async function rowsOf(sql: string): Promise<unknown[]> {
  const client = new pg.Client(database.connection)
  await client.connect()
  return (await client.query(sql).finally(() => client.end())).rows
}

test('runs each file once, in order of their names', async () => {
  write('0002-second.sql', 'insert into things values (2);')
  write('0001-first.sql', 'create table things (n int); insert into things values (1);')
  expect(await run()).toEqual(['0001-first.sql', '0002-second.sql'])
  write('0003-third.sql', 'insert into things values (3);')
  expect(await run()).toEqual(['0003-third.sql'])
  expect(await run()).toEqual([])
  expect(await rowsOf('select n from things order by n')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
})

test('serialises two processes that start at once', async () => {
  write('0001-slow.sql', 'create table things (n int); select pg_sleep(0.2); insert into things values (1);')
  const ran = await Promise.all([run(), run(), run()])
  expect(ran.flat()).toEqual(['0001-slow.sql'])
  expect(await rowsOf('select n from things')).toEqual([{ n: 1 }])
})

test('rolls back a file that fails and keeps what ran before', async () => {
  write('0001-good.sql', 'create table things (n int);')
  write('0002-bad.sql', 'create table halves (n int); insert into nowhere values (1);')
  await expect(run()).rejects.toThrow('The migration 0002-bad.sql failed: relation "nowhere" does not exist')
  expect(await rowsOf('select name from migrations')).toEqual([{ name: '0001-good.sql' }])
  expect(await rowsOf(`select to_regclass('halves') as halves`)).toEqual([{ halves: null }])
  write('0002-bad.sql', 'create table halves (n int);')
  expect(await run()).toEqual(['0002-bad.sql'])
})

test('refuses a file that changed after it ran, before it runs any new one', async () => {
  write('0001-first.sql', 'create table things (n int);')
  await run()
  write('0001-first.sql', 'create table things (n bigint);')
  write('0002-second.sql', 'create table more (n int);')
  await expect(run()).rejects.toThrow('The migration 0001-first.sql was changed after it ran on this database')
  expect(await rowsOf(`select to_regclass('more') as more`)).toEqual([{ more: null }])
})

test('ignores a difference in line ends', async () => {
  write('0001-first.sql', 'create table things (\n  n int\n);\n')
  await run()
  write('0001-first.sql', 'create table things (\r\n  n int\r\n);\r\n')
  expect(await run()).toEqual([])
})

test('refuses a database that a newer Waybill has migrated and leaves it unchanged', async () => {
  write('0001-first.sql', 'create table things (n int);')
  await run()
  await rowsOf(`insert into migrations (name, sha256) values ('0003-newer.sql', '')`)
  write('0002-second.sql', 'insert into things values (1);')
  await expect(run()).rejects.toThrow(
    'A newer Waybill has upgraded this database to a schema that this one does not know (0003-newer.sql)',
  )
  expect(await rowsOf('select n from things')).toEqual([])
})

test('refuses a malformed name', async () => {
  write('2-Second.sql', '')
  await expect(run()).rejects.toThrow('The migration 2-Second.sql must be named like 0001-what-it-does.sql.')
})

test("runs the migrations up to the backup's newest for a restore, and the others later", async () => {
  write('0001-first.sql', 'create table things (n int);')
  write('0002-second.sql', 'insert into things values (2);')
  await expect(run('0003-newer.sql')).rejects.toThrow('This Waybill has no migration 0003-newer.sql')
  expect(await run('0001-first.sql')).toEqual(['0001-first.sql'])
  expect(await rowsOf('select n from things')).toEqual([])
  expect(await run()).toEqual(['0002-second.sql'])
})
