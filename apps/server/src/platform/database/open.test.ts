import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { emptyDatabase } from '#test/database/test-database'
import { readPostmasterFile } from './embedded/postmaster-file.ts'
import { openDatabase } from './open.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const byUrl = (url: string) => openDatabase({ database: { kind: 'url', url } }, log)

test('migrates the database of a URL and makes it ready', async () => {
  const database = await emptyDatabase()
  const opened = await byUrl(database.url)
  const { rows } = await sql<{ n: number }>`select count(*) as n from migrations`.execute(opened.db)
  expect(rows[0]?.n).toBeGreaterThan(0)
  await opened.close()
  await database.drop()
})

test('creates and migrates the embedded database, and stops it on close', async () => {
  const root = mkdtempSync(join(tmpdir(), 'waybill-open-'))
  const dir = join(root, 'data', 'pg')
  const opened = await openDatabase({ database: { kind: 'embedded', dir } }, log)
  const { rows } = await sql`select current_database() as name, current_user as role`.execute(opened.db)
  expect(rows).toEqual([{ name: 'waybill', role: 'waybill' }])
  await opened.close()
  expect(readPostmasterFile(dir)).toBeNull()
  expect(existsSync(join(dir, 'PG_VERSION'))).toBe(true)
  rmSync(root, { recursive: true })
})

test('reports an unknown database at once, without the URL and its password', async () => {
  const { host, port } = inject('databaseAdmin')
  const url = `postgres://waybill:hunter2@/nowhere?host=${host}&port=${port}`
  const refusal = await byUrl(url).catch((error: Error) => error.message)
  expect(refusal).toBe('The database of DATABASE_URL cannot be used: database "nowhere" does not exist.')
})

test('waits for a database that starts a moment after Waybill', async () => {
  const database = await emptyDatabase()
  const { host, port } = database.connection
  const late = createServer((near) => {
    pipeline(near, connect(`${host}/.s.PGSQL.${port}`), near, () => {})
  })
  const place = await closedPort()
  const opening = byUrl(`postgres://waybill@127.0.0.1:${place}/${database.connection.database}`)
  setTimeout(() => late.listen(place, '127.0.0.1'), 300)
  const opened = await opening
  expect((await opened.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await opened.close()
  await new Promise((closed) => late.close(closed))
  await database.drop()
})

/** A port without a listener. */
async function closedPort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((closed) => probe.close(closed))
  return port
}
