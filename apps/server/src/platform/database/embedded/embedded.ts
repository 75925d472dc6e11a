import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { childEnv } from '../../config/env.ts'
import { StartError } from '../../config/start-error.ts'
import { READER_ROLE } from '../starting/reader-role.ts'
import { enterStartGate } from '../starting/start-gate.ts'
import { chooseAccount } from './embedded-account.ts'
import { findBinaries } from './embedded-binaries.ts'
import { createCluster, readPassword } from './embedded-cluster.ts'
import { keepLogSmall, type ServerLocation, stopPostmaster } from './embedded-process.ts'
import {
  adminOf,
  type EmbeddedConnection,
  type EmbeddedSetup,
  type Log,
  reachServer,
  removeSocketFolder,
} from './embedded-server.ts'
import { followServerLog } from './follow-server-log.ts'

export interface EmbeddedServer {
  connection: EmbeddedConnection
  /** The superuser's connection, to the database `postgres`. */
  admin: EmbeddedConnection
  /** Stops the server and waits until it is gone. Does nothing for a joined server. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Default: 'loopback' on Windows, 'socket' elsewhere. */
  transport?: 'socket' | 'loopback'
  /** False gives up durability across a power cut; for tests. */
  isDurable?: boolean
  /** What to do when another Waybill holds the folder; 'join' is for commands that run beside a server. */
  whenInUse?: 'refuse' | 'join'
}

/** The name of both the app's role, which is not a superuser, and its database. */
export const APP_NAME = 'waybill'
const LOCK_KEYS = [0x57617962, 1] as const
/** The session of a killed app ends within milliseconds; an app that keeps the lock longer is alive. */
const LOCK_PATIENCE_MS = 1000
const LOCK_RETRY_MS = 50
const LOG_CHECK_MS = 60_000
const RETRY_MS = 1000

/**
 * Runs the one PostgreSQL server on the cluster in `dir`, which it creates when missing. It adopts a server that a
 * killed app left, and restarts a server that dies at the same location, so that pools recover by themselves. A
 * session's advisory lock holds the folder for the app and is free the moment the app dies. Throws StartError when
 * another Waybill holds it.
 */
export async function startEmbedded(dir: string, log: Log, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  const setup = await prepareSetup(dir, log, options)
  const { location, lock, isAdopted } = await inGate(setup, () => takeOver(setup))
  if (lock && isAdopted) log.info({ folder: setup.folder }, 'adopted the database server an earlier run left')
  if (!lock && options.whenInUse !== 'join') throw inUse(setup.folder)
  const connection = { ...location, user: APP_NAME, password: readPassword(setup.folder), database: APP_NAME }
  const stop = lock ? keepAlive(setup, location, lock) : async () => {}
  return { connection, admin: adminOf(setup, location), stop }
}

async function prepareSetup(dir: string, log: Log, options: EmbeddedOptions): Promise<EmbeddedSetup> {
  mkdirSync(dirname(dir), { recursive: true, mode: 0o700 })
  const folder = existsSync(dir) ? realpathSync(dir) : join(realpathSync(dirname(dir)), basename(dir))
  const binaries = await findBinaries()
  return {
    folder,
    logFile: `${folder}.log`,
    account: chooseAccount(folder, binaries.postgres),
    binaries,
    isDurable: options.isDurable ?? true,
    transport: options.transport ?? (process.platform === 'win32' ? 'loopback' : 'socket'),
    log,
  }
}

async function inGate<T>(setup: EmbeddedSetup, work: () => Promise<T>): Promise<T> {
  const leave = await enterStartGate(setup.folder)
  if (!leave) throw inUse(setup.folder)
  try {
    return await work()
  } finally {
    await leave()
  }
}

interface Hold {
  location: ServerLocation
  isAdopted: boolean
  /** The session that holds the folder's lock; null when another app has it. */
  lock: Lock | null
}

interface Lock {
  client: pg.Client
  /** Resolves when the session has ended, and its lock with it. */
  ended: Promise<void>
}

/** Reaches a server and tries to take the folder's lock. */
async function takeOver(setup: EmbeddedSetup, wanted?: ServerLocation): Promise<Hold> {
  await createCluster(setup.folder, setup.account, setup.binaries, setup.isDurable)
  let { location, isAdopted } = await reachServer(setup, wanted)
  let lock = await takeLock(setup, location)
  if (lock && isAdopted && !(await isOurVersion(setup, lock.client))) {
    await stopPostmaster(setup.folder, setup.binaries)
    removeSocketFolder(location)
    ;({ location, isAdopted } = await reachServer(setup, wanted))
    lock = await takeLock(setup, location)
  }
  if (lock) await createAppDatabase(setup, lock.client)
  return { location, isAdopted, lock }
}

async function takeLock(setup: EmbeddedSetup, location: ServerLocation): Promise<Lock | null> {
  const settings = { application_name: 'waybill-folder-lock', connectionTimeoutMillis: 5000 }
  const client = new pg.Client({ ...adminOf(setup, location), ...settings })
  client.on('error', () => {}) // Only the end of the session counts, and 'end' reports it.
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  try {
    await client.connect()
    for (let waitedMs = 0; waitedMs <= LOCK_PATIENCE_MS; waitedMs += LOCK_RETRY_MS) {
      const sql = 'select pg_try_advisory_lock($1, $2) as taken'
      const { rows } = await client.query<{ taken: boolean }>(sql, [...LOCK_KEYS])
      if (rows[0]?.taken) return { client, ended }
      await pause(LOCK_RETRY_MS)
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  await client.end()
  return null
}

async function isOurVersion(setup: EmbeddedSetup, client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const { file, args, ids } = setup.account.command(setup.binaries.postgres, ['--version'])
  const printed = execFileSync(file, args, { ...ids, env: childEnv(), encoding: 'utf8' })
  return printed.includes(rows[0]?.server_version ?? 'unknown')
}

async function createAppDatabase(setup: EmbeddedSetup, client: pg.Client): Promise<void> {
  const roles = await client.query('select from pg_roles where rolname = $1', [APP_NAME])
  const password = client.escapeLiteral(readPassword(setup.folder))
  if (roles.rowCount === 0) await client.query(`create role ${APP_NAME} login password ${password}`)
  const readers = await client.query('select from pg_roles where rolname = $1', [READER_ROLE])
  if (readers.rowCount === 0) await client.query(`create role ${READER_ROLE} nologin`)
  await client.query(`grant ${READER_ROLE} to ${APP_NAME}`)
  const databases = await client.query('select from pg_database where datname = $1', [APP_NAME])
  if (databases.rowCount === 0) await client.query(`create database ${APP_NAME} owner ${APP_NAME}`)
}

/**
 * Watches the server through the lock's session and restarts it when it dies. Returns a function that stops the watch.
 */
function keepAlive(setup: EmbeddedSetup, location: ServerLocation, firstLock: Lock): () => Promise<void> {
  let lock = firstLock
  let isStopping = false
  let healing = Promise.resolve()
  const watch = () =>
    void lock.ended.then(() => {
      healing = heal()
    })
  const heal = async () => {
    while (!isStopping) {
      setup.log.error({ folder: setup.folder }, 'the database server ended; starting it again')
      try {
        const next = await inGate(setup, () => takeOver(setup, location))
        if (next.lock && next.location.host === location.host && next.location.port === location.port) {
          lock = next.lock
          watch()
          return
        }
        // An app that has died since started this server elsewhere: our pools only know the old location.
        if (next.lock) await stopPostmaster(setup.folder, setup.binaries).finally(() => next.lock?.client.end())
      } catch (error) {
        setup.log.error({ err: error }, 'the database server cannot be started again')
      }
      await pause(RETRY_MS)
    }
  }
  watch()
  const logCheck = setInterval(() => keepLogSmall(setup.logFile), LOG_CHECK_MS).unref()
  const endFollowing = followServerLog(setup.logFile, setup.log)
  return async () => {
    isStopping = true
    clearInterval(logCheck)
    await healing
    await stopPostmaster(setup.folder, setup.binaries)
    endFollowing()
    await lock.client.end()
    removeSocketFolder(location)
  }
}

function inUse(folder: string): StartError {
  return new StartError(
    `The data folder ${dirname(folder)} is in use by another Waybill. Stop that one, or set DATA_DIR to another folder.`,
  )
}
