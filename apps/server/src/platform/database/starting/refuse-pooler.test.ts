import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#test/app/free-port'
import { until } from '#test/app/until'
import { cloneDatabase, type TestDatabase } from '#test/database/test-database'
import { ensurePgbouncer } from '../../../../../../scripts/install/ensure-proxies.ts'
import { SESSION_LIMITS } from '../pool.ts'
import { refusePooler } from './refuse-pooler.ts'

const NOBODY = 65_534

let database: TestDatabase
let folder = ''
const running: ChildProcess[] = []
beforeAll(async () => {
  ensurePgbouncer()
  database = await cloneDatabase()
  folder = mkdtempSync(join(tmpdir(), 'waybill-pooler-'))
  chmodSync(folder, 0o755)
}, 300_000)
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

/** A PgBouncer in front of the database, in the given mode; `more` says how it hands out idle sessions. */
async function startPooler(mode: string, more: string[] = []): Promise<pg.ClientConfig> {
  const { host, port, user, password, database: name } = database.connection
  const own = await freePort()
  const settings = [
    '[databases]',
    `${name} = host=${host} port=${port} dbname=${name} user=${user} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout',
    ...more,
  ]
  const file = join(folder, `${mode}-${own}.ini`)
  writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o644 })
  // PgBouncer does not run as root, and the socket of the test's database belongs to this account.
  const ids = process.getuid?.() === 0 && !host.startsWith('/') ? { uid: NOBODY, gid: NOBODY } : {}
  const inNamespace = process.getuid?.() === 0 && host.startsWith('/')
  const [program, args] = inNamespace
    ? ['unshare', ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--', '/usr/sbin/pgbouncer', file]]
    : ['/usr/sbin/pgbouncer', [file]]
  running.push(spawn(program as string, args as string[], { ...ids, stdio: 'ignore' }))
  const connection = { host: '127.0.0.1', port: own, user, password, database: name }
  await until(() => answers(connection))
  return connection
}

async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection).on('error', () => {})
  return client
    .connect()
    .then(() => client.query('select'))
    .then(
      () => client.end().then(() => true),
      () => false,
    )
}

test('recognises that the database itself is no pooler', async () => {
  await refusePooler(database.connection, SESSION_LIMITS)
})

test('refuses a transaction pooler with a sentence, however it hands out sessions', async () => {
  for (const more of [[], ['server_round_robin = 1'], ['default_pool_size = 5', 'min_pool_size = 5']]) {
    const pooler = await startPooler('transaction', more)
    for (let time = 0; time < 5; time += 1) {
      await expect(refusePooler(pooler, SESSION_LIMITS)).rejects.toThrow(
        /^The database of DATABASE_URL is reached through a pooler that shares sessions .*pool_mode = session/,
      )
    }
  }
})

test('refuses a statement pooler too', async () => {
  await expect(refusePooler(await startPooler('statement'), SESSION_LIMITS)).rejects.toThrow('DATABASE_URL')
})

test('accepts a session pooler', async () => {
  await refusePooler(await startPooler('session'), SESSION_LIMITS)
})
