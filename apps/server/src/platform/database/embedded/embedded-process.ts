import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { childEnv } from '../../config/env.ts'
import type { SystemAccount } from './embedded-account.ts'
import type { Binaries } from './embedded-binaries.ts'
import { isPostmasterAlive, readPostmasterFile } from './postmaster-file.ts'

const LOG_MAX_BYTES = 4 * 1024 * 1024
const POLL_MS = 20
const GRACE_MS = 30_000

/** Where a server listens: a Unix socket's folder, or 127.0.0.1. */
export interface ServerLocation {
  host: string
  port: number
}

/** The settings that a server starts with. */
export interface LaunchSettings {
  account: SystemAccount
  binaries: Binaries
  logFile: string
  /** False only for tests, whose data may be lost. */
  isDurable: boolean
}

const durable = ['fsync=on', 'full_page_writes=on', 'synchronous_commit=on']
// Tests run many apps on one server, and each app has connections of its own.
const hasty = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=400']
// The server's complaints go into our log (follow-server-log.ts) without the statements, which hold user input, and
// without the details, which quote rows.
const constant = [
  'log_min_messages=warning',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
  'log_line_prefix=%m [%p] %e ',
  'max_wal_size=512MB',
]

/** Starts the server in a session of its own: Ctrl-C in a terminal must not stop it before the app has finished. */
export function spawnPostmaster(folder: string, location: ServerLocation, launch: LaunchSettings): ChildProcess {
  const { logFile, account, binaries, isDurable } = launch
  const listening = location.host.startsWith('/')
    ? ['listen_addresses=', `unix_socket_directories=${location.host}`, 'unix_socket_permissions=0700']
    : [`listen_addresses=${location.host}`, 'unix_socket_directories=']
  const settings = [...listening, ...constant, ...(isDurable ? durable : hasty)].flatMap((one) => ['-c', one])
  const options = ['-D', folder, '-p', String(location.port), ...settings]
  const { file, args, ids } = account.command(binaries.postgres, options)
  keepLogSmall(logFile)
  const log = openSync(logFile, 'a', 0o600)
  chmodSync(logFile, 0o600)
  const child = spawn(file, args, { ...ids, env: childEnv(), cwd: '/', detached: true, stdio: ['ignore', log, log] })
  child.unref()
  closeSync(log)
  return child
}

/** Empties the server's log when it is too long; the server appends, so it continues at the new end. */
export function keepLogSmall(logFile: string): void {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_MAX_BYTES) truncateSync(logFile)
}

/** The last complaint in the log after `offset` bytes, without its time. */
export function readComplaint(logFile: string, offset: number): string {
  const text = existsSync(logFile) ? readFileSync(logFile).subarray(offset).toString() : ''
  const lines = text.split('\n').filter((one) => one && !one.includes('FATAL:  the database system is'))
  const line = lines.findLast((one) => /\b(FATAL|PANIC|ERROR):/.test(one)) ?? lines.at(-1) ?? 'it gave no reason'
  return line.replace(/^.*?\b(FATAL|PANIC|ERROR):\s*/, '')
}

/**
 * Stops the server on `folder`: cancels running statements, writes everything, and returns once the server is gone.
 * After 30 s it kills the server; the next start then recovers.
 */
export async function stopPostmaster(folder: string, binaries: Binaries): Promise<void> {
  const pid = readPostmasterFile(folder)?.pid
  if (pid === undefined || !isPostmasterAlive(pid, folder)) return
  if (process.platform === 'win32') {
    const args = ['stop', '-D', folder, '-m', 'fast', '-t', String(GRACE_MS / 1000)]
    spawnSync(binaries.pgCtl, args, { env: childEnv(), stdio: 'ignore' })
    return
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    sendSignal(pid, signal)
    for (let waitedMs = 0; waitedMs < GRACE_MS; waitedMs += POLL_MS) {
      if (!isPostmasterAlive(pid, folder)) return
      await pause(POLL_MS)
    }
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
