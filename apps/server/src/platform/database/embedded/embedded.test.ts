import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AppSetting, type EmbeddedApp, launchApp, startApp } from '#test/app/embedded-app'
import { makeStoppedDatabase, type StoppedDatabase } from '#test/app/stopped-database'
import { isPostmasterAlive, readPostmasterFile } from './postmaster-file.ts'

let root = ''
let dir = ''
const apps: EmbeddedApp[] = []

let stopped: StoppedDatabase
beforeAll(async () => {
  stopped = await makeStoppedDatabase()
})
afterAll(() => stopped?.remove())

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'waybill-embedded-'))
  dir = join(root, 'pg')
})

afterEach(async () => {
  for (const app of apps.splice(0)) await app.kill()
  // Adopts and stops whatever a killed app left, so that no test leaves a server behind.
  if (existsSync(join(dir, 'postmaster.pid'))) await (await startApp(dir)).stop()
  rmSync(root, { recursive: true, force: true })
})

async function start(as: AppSetting = {}): Promise<EmbeddedApp> {
  const app = await startApp(dir, as)
  apps.push(app)
  return app
}

async function ask<T extends pg.QueryResultRow>(config: pg.ClientConfig, sql: string): Promise<T[]> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

const serverPid = () => readPostmasterFile(dir)?.pid ?? Number.NaN
const stateOf = (pid: number) => /^State:\s+(\S)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(20)
}

const isRoot = process.getuid?.() === 0
const noNamespaces = () => {
  mkdirSync(join(root, 'bin'))
  return { env: { PATH: join(root, 'bin') } }
}
const accounts: { who: string; as: () => AppSetting; owner: number | undefined }[] = isRoot
  ? [
      { who: 'root', as: () => ({}), owner: 0 },
      { who: 'root where user namespaces are forbidden', as: noNamespaces, owner: 65534 },
      { who: 'a plain user', as: () => ({ uid: 65534, gid: 65534 }), owner: 65534 },
    ]
  : [{ who: 'this user', as: () => ({}), owner: process.getuid?.() }]

test.each(accounts)('starts, keeps what is written, stops and starts again as $who', async ({ as, owner }) => {
  const identity = as()
  if (identity.uid && identity.gid) chownSync(root, identity.uid, identity.gid)
  const app = await start(identity)
  expect(await ask(app.connection, 'show fsync')).toEqual([{ fsync: 'on' }])
  await ask(app.connection, 'create table kept as select 42 as answer')
  expect(statSync(dir)).toMatchObject({ uid: owner })
  const pid = serverPid()
  await app.stop()
  expect(isPostmasterAlive(pid, dir)).toBe(false)
  expect(existsSync(app.connection.host)).toBe(false)

  const again = await start(identity)
  expect(await ask(again.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  await again.stop()
})

describe('after kill -9', () => {
  test('adopts the server with its committed data after the app was killed', async () => {
    stopped.copyTo(dir)
    const first = await start()
    await ask(first.connection, 'create table kept as select 42 as answer')
    const pid = serverPid()
    await first.kill()
    expect(isPostmasterAlive(pid, dir)).toBe(true)
    const second = await start()
    expect(serverPid()).toBe(pid)
    expect(await ask(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
    await second.stop()
    expect(isPostmasterAlive(pid, dir)).toBe(false)
  })

  test('restarts the server at the same location after it was killed', async () => {
    stopped.copyTo(dir)
    const app = await start()
    const pid = serverPid()
    process.kill(pid, 'SIGKILL')
    await until(async () => {
      const rows = await ask(app.connection, 'select 1 as one').catch(() => [])
      return rows.length === 1
    })
    expect(serverPid()).not.toBe(pid)
    await app.stop()
  })

  test("keeps the app's hold on the folder after one backend was killed", async () => {
    stopped.copyTo(dir)
    const app = await start()
    const [row] = await ask<{ pid: number }>(app.admin, `select pid from pg_locks where locktype = 'advisory'`)
    process.kill(row?.pid ?? Number.NaN, 'SIGKILL')
    // The dead backend's lock remains until PostgreSQL notices that the backend has ended.
    await until(async () => {
      const held = `select pid from pg_locks where locktype = 'advisory' and granted`
      const rows = await ask<{ pid: number }>(app.admin, held).catch(() => [])
      return rows.length === 1 && rows[0]?.pid !== row?.pid
    })
    await expect(start()).rejects.toThrow('is in use by another Waybill')
    await app.stop()
  })

  test('recovers at the next start after both were killed', async () => {
    stopped.copyTo(dir)
    const first = await start()
    await ask(first.connection, 'create table kept as select 42 as answer')
    const pid = serverPid()
    first.process.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
    const second = await start()
    expect(await ask(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(second.connection.host).not.toBe(first.connection.host)
    expect(existsSync(first.connection.host)).toBe(false)
  })

  test('is not held up by a server that is a zombie', async () => {
    stopped.copyTo(dir)
    const first = await start()
    await ask(first.connection, 'create table kept as select 42 as answer')
    const pid = serverPid()
    first.process.kill('SIGSTOP') // A stopped parent reaps no children.
    process.kill(pid, 'SIGKILL')
    await until(() => stateOf(pid) === 'Z')
    const second = await start()
    expect(stateOf(pid)).toBe('Z')
    expect(await ask(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('is not held up by a process id that now belongs to another program', async () => {
    stopped.copyTo(dir)
    const first = await start()
    const pid = serverPid()
    first.process.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
    const file = join(dir, 'postmaster.pid')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)))
    const second = await start()
    expect(await ask(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('creates the cluster again after a start was killed while creating it', async () => {
    const early = launchApp(dir)
    await until(() => readdirSync(root).some((name) => name.startsWith('pg.new-')))
    process.kill(-(early.process.pid ?? Number.NaN), 'SIGKILL')
    await expect(early.ready).rejects.toThrow('ended without a word')
    const app = await start()
    expect(await ask(app.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(readdirSync(root).sort()).toEqual(['pg', 'pg.log'])
  })
})
