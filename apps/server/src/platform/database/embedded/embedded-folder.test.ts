import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmbeddedApp, startApp } from '#test/app/embedded-app'
import { makeStoppedDatabase, type StoppedDatabase } from '#test/app/stopped-database'
import { keepLogSmall } from './embedded-process.ts'
import { disownPostmaster, readPostmasterFile } from './postmaster-file.ts'

let root = ''
let dir = ''
const apps: EmbeddedApp[] = []

let stopped: StoppedDatabase
beforeAll(async () => {
  stopped = await makeStoppedDatabase()
})
afterAll(() => stopped?.remove())

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'waybill-folder-'))
  dir = join(root, 'pg')
})

afterEach(async () => {
  for (const app of apps.splice(0)) await app.stop()
  rmSync(root, { recursive: true, force: true })
})

async function start(options = {}): Promise<EmbeddedApp> {
  const app = await startApp(dir, { options })
  apps.push(app)
  return app
}

async function ask(config: pg.ClientConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 2000 })
  await client.connect()
  return client.query(sql).then(
    ({ rows }) => client.end().then(() => rows),
    (error) => client.end().then(() => Promise.reject(error)),
  )
}

test('refuses a second app on the folder and keeps the first running', async () => {
  stopped.copyTo(dir)
  const first = await start()
  await expect(start()).rejects.toThrow(
    `The data folder ${root} is in use by another Waybill. Stop that one, or set DATA_DIR to another folder.`,
  )
  expect(await ask(first.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('runs one of two apps that start at once on a new folder and refuses the other', async () => {
  const results = await Promise.allSettled([start(), start()])
  const refusals = results.filter((result) => result.status === 'rejected')
  expect(refusals).toHaveLength(1)
  expect(String(refusals[0]?.reason)).toContain('is in use by another Waybill')
  expect(await ask(apps[0]?.connection ?? {}, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('lets a command join a running server and leave it running', async () => {
  stopped.copyTo(dir)
  const server = await start()
  const command = await startApp(dir, { options: { whenInUse: 'join' } })
  expect(await ask(command.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await command.stop()
  expect(await ask(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('accepts a data folder whose path is too long for a socket', async () => {
  dir = join(root, 'long'.repeat(40), 'deep'.repeat(20), 'pg')
  const app = await start()
  expect(app.connection.host.length).toBeLessThan(90)
  expect(await ask(app.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('requires the password over loopback', async () => {
  stopped.copyTo(dir)
  const app = await start({ transport: 'loopback' })
  expect(app.connection.host).toBe('127.0.0.1')
  expect(await ask(app.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await expect(ask({ ...app.connection, password: 'guess' }, 'select 1')).rejects.toThrow(
    'password authentication failed',
  )
  await expect(ask({ ...app.admin, password: 'guess' }, 'select 1')).rejects.toThrow('password authentication failed')
})

test('closes the socket, the data and the log to other accounts', async () => {
  const app = await start()
  for (const path of [app.connection.host, dir]) expect(statSync(path).mode & 0o777, path).toBe(0o700)
  for (const path of [`${dir}.log`, join(dir, 'waybill.password')])
    expect(statSync(path).mode & 0o777, path).toBe(0o600)
})

test('passes none of our secrets to the server', async () => {
  stopped.copyTo(dir)
  await start()
  const environment = readFileSync(`/proc/${readPostmasterFile(dir)?.pid}/environ`, 'utf8')
  expect(environment).toContain('LC_ALL=C')
  expect(environment).not.toContain('hunter2')
})

test('refuses a folder with other content and leaves it alone', async () => {
  mkdirSync(dir)
  writeFileSync(join(dir, 'letter.txt'), 'dear')
  await expect(start()).rejects.toThrow(
    `The folder ${dir} is not empty but holds no database. Move its content elsewhere.`,
  )
  expect(readFileSync(join(dir, 'letter.txt'), 'utf8')).toBe('dear')
})

test('refuses a cluster of another major version', async () => {
  mkdirSync(dir)
  writeFileSync(join(dir, 'PG_VERSION'), '16\n')
  await expect(start()).rejects.toThrow('was created by PostgreSQL 16, but this Waybill includes 18')
})

test("reports the server's own reason when it cannot start", async () => {
  stopped.copyTo(dir)
  writeFileSync(join(dir, 'postgresql.conf'), 'no_such_setting = 1\n')
  await expect(start()).rejects.toThrow(/The database in .* does not start: .*postgresql\.conf.* contains errors/)
})

test('starts despite a torn postmaster.pid', async () => {
  stopped.copyTo(dir)
  writeFileSync(join(dir, 'postmaster.pid'), '')
  const app = await start()
  expect(await ask(app.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('keeps every line of postmaster.pid but the id when it disowns a server', () => {
  mkdirSync(dir)
  const rest = `${dir}\n1763600000\n5432\n/tmp/waybill-pg-x\n\n  123   456\nready   \n`
  writeFileSync(join(dir, 'postmaster.pid'), `77\n${rest}`)
  expect(readPostmasterFile(dir)).toEqual({ pid: 77, port: 5432, socketFolder: '/tmp/waybill-pg-x' })
  disownPostmaster(dir)
  expect(readFileSync(join(dir, 'postmaster.pid'), 'utf8')).toBe(`2147483646\n${rest}`)
})

test("empties the server's log once it exceeds 4 MiB", () => {
  const log = join(root, 'pg.log')
  keepLogSmall(log)
  expect(existsSync(log)).toBe(false)
  writeFileSync(log, '')
  truncateSync(log, 4 * 1024 * 1024)
  keepLogSmall(log)
  expect(statSync(log).size).toBe(4 * 1024 * 1024)
  truncateSync(log, 4 * 1024 * 1024 + 1)
  keepLogSmall(log)
  expect(statSync(log).size).toBe(0)
})
