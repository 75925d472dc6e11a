import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { StartError } from '../../config/start-error.ts'
import { readPassword, SUPERUSER } from './embedded-cluster.ts'
import { type LaunchSettings, readComplaint, type ServerLocation, spawnPostmaster } from './embedded-process.ts'
import { disownPostmaster, isPostmasterAlive, type PostmasterFile, readPostmasterFile } from './postmaster-file.ts'

/** What the database needs of pino. */
export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>

/** How to reach one database of the embedded server. `host` is a socket's folder or 127.0.0.1. */
export interface EmbeddedConnection extends ServerLocation {
  user: string
  password: string
  database: string
}

/** All settings that a server on one folder starts with. */
export interface EmbeddedSetup extends LaunchSettings {
  /** The cluster, a real absolute path. */
  folder: string
  transport: 'socket' | 'loopback'
  log: Log
}

const POLL_MS = 20
/** Every probe costs a recovering server a process, so the interval grows after the first moments. */
const PATIENT_POLL_MS = 100
const IMPATIENT_MS = 200
const RETRY_MS = 200
/** Recovery after a crash reads up to `max_wal_size` and may take minutes on a slow disk. */
const START_PATIENCE_MS = 300_000
/** An orphaned backend notices within a second or two that its server has died; until then it holds the folder. */
const RETRY_PATIENCE_MS = 15_000
const SOCKET_PREFIX = 'waybill-pg-'
/** A socket's path may have 107 bytes, of which its own name takes 15. */
const SOCKET_FOLDER_MAX_BYTES = 90
/** Temporary reasons: another start came first, an old backend is still leaving, or the free port was just taken. */
const passing = /lock file|shared memory block|could not create any/

/**
 * Returns the address of the one server on the folder: waits for a running one and adopts it, else starts one at
 * `wanted` or a fresh location. Throws StartError when the server does not start or does not answer.
 */
export async function reachServer(
  setup: EmbeddedSetup,
  wanted?: ServerLocation,
): Promise<{ location: ServerLocation; isAdopted: boolean }> {
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    const file = readPostmasterFile(setup.folder)
    if (file && isPostmasterAlive(file.pid, setup.folder)) {
      const location = locationOf(file)
      if (await answersInTime(setup, location, file.pid)) return { location, isAdopted: true }
      continue
    }
    if (file) clearDeadServer(setup, file, wanted)
    const location = wanted ?? (await freshLocation(setup))
    const complaint = await start(setup, location)
    if (complaint === null) return { location, isAdopted: false }
    if (!wanted) removeSocketFolder(location)
    if (!passing.test(complaint) || waitedMs >= RETRY_PATIENCE_MS) {
      throw new StartError(`The database in ${setup.folder} does not start: ${complaint} (${setup.logFile})`)
    }
    await pause(RETRY_MS)
  }
}

/** The superuser's connection, for the folder's lock and for creating roles and databases. */
export function adminOf(setup: EmbeddedSetup, location: ServerLocation): EmbeddedConnection {
  return { ...location, user: SUPERUSER, password: readPassword(setup.folder), database: 'postgres' }
}

/** Removes the folder of a server that is gone. */
export function removeSocketFolder(location: ServerLocation): void {
  if (basename(location.host).startsWith(SOCKET_PREFIX)) rmSync(location.host, { recursive: true, force: true })
}

/** Starts a server; returns null once it answers, else the reason why it died. */
async function start(setup: EmbeddedSetup, location: ServerLocation): Promise<string | null> {
  clearSocket(setup, location)
  const offset = statSync(setup.logFile, { throwIfNoEntry: false })?.size ?? 0
  const child = spawnPostmaster(setup.folder, location, setup)
  const death: { reason?: string } = {}
  child.once('error', (error) => {
    death.reason = error.message
  })
  child.once('exit', () => {
    death.reason ??= readComplaint(setup.logFile, offset)
  })
  for (let waitedMs = 0; waitedMs < START_PATIENCE_MS; waitedMs += pollMs(waitedMs)) {
    if (death.reason !== undefined) return death.reason
    if (await answers(setup, location)) return null
    await pause(pollMs(waitedMs))
  }
  return 'it does not become ready'
}

/** Waits for a running server to answer; false when it ended meanwhile. */
async function answersInTime(setup: EmbeddedSetup, location: ServerLocation, pid: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < START_PATIENCE_MS; waitedMs += pollMs(waitedMs)) {
    if (await answers(setup, location)) return true
    if (!isPostmasterAlive(pid, setup.folder)) return false
    await pause(pollMs(waitedMs))
  }
  throw new StartError(`The database server in ${setup.folder} (process ${pid}) is running but does not answer.`)
}

const pollMs = (waitedMs: number) => (waitedMs < IMPATIENT_MS ? POLL_MS : PATIENT_POLL_MS)

const notYet = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P03'])

/** Whether the server on our folder accepts connections there. */
async function answers(setup: EmbeddedSetup, location: ServerLocation): Promise<boolean> {
  const client = new pg.Client({ ...adminOf(setup, location), connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory === setup.folder
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined || notYet.has(code)) return false
    throw new StartError(`The database server in ${setup.folder} cannot be used: ${message}`, { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

function locationOf(file: PostmasterFile): ServerLocation {
  return { host: file.socketFolder || '127.0.0.1', port: file.port }
}

function clearDeadServer(setup: EmbeddedSetup, file: PostmasterFile, wanted: ServerLocation | undefined): void {
  disownPostmaster(setup.folder)
  if (file.socketFolder && file.socketFolder !== wanted?.host) removeSocketFolder(locationOf(file))
}

/** Each start gets a fresh folder: an old one may hold a lock with the dead server's id. */
async function freshLocation(setup: EmbeddedSetup): Promise<ServerLocation> {
  if (setup.transport === 'loopback') return { host: '127.0.0.1', port: await freePort() }
  const temporary = Buffer.byteLength(tmpdir()) > SOCKET_FOLDER_MAX_BYTES - SOCKET_PREFIX.length - 7 ? '/tmp' : tmpdir()
  const host = mkdtempSync(join(temporary, SOCKET_PREFIX))
  setup.account.handOver(host)
  return { host, port: 5432 }
}

/** Prepares the socket's folder of a server that restarts at its old location. */
function clearSocket(setup: EmbeddedSetup, location: ServerLocation): void {
  if (!location.host.startsWith('/')) return
  mkdirSync(location.host, { recursive: true, mode: 0o700 })
  for (const name of [`.s.PGSQL.${location.port}`, `.s.PGSQL.${location.port}.lock`])
    rmSync(join(location.host, name), { force: true })
  setup.account.handOver(location.host)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
