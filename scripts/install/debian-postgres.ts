/** Debian's PostgreSQL, for the tests that must also pass on a database that this project does not ship. */
import { type SpawnSyncOptionsWithStringEncoding, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installDebian } from './install-debian.ts'

const PACKAGED = '/usr/lib/postgresql'
const SUPERUSER = 'postgres'
const PORT = '5432'

export interface DebianPostgres {
  /** As `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)`. */
  version: string
  /** The superuser's connection to the database `postgres`, through a socket in a separate folder. */
  url: string
  stop(): void
}

/**
 * Installs it where the process may, and starts a fresh cluster that listens on a socket alone. Throws an Error that
 * says what to do.
 */
export function startDebianPostgres(): DebianPostgres {
  if (!existsSync(PACKAGED)) installDebian(['postgresql'], 'The suite on a second PostgreSQL needs one')
  const newest = readdirSync(PACKAGED)
    .sort((a, b) => Number(a) - Number(b))
    .at(-1)
  const bin = join(PACKAGED, newest ?? '', 'bin')
  const folder = mkdtempSync(join(tmpdir(), 'waybill-debian-pg-'))
  const ids = ownerIds()
  if (ids) chownSync(folder, ids.uid, ids.gid)
  // Servers in another network namespace reach the socket too.
  chmodSync(folder, 0o755)
  const call = (program: string, ...args: string[]): string => {
    const options: SpawnSyncOptionsWithStringEncoding = {
      ...ids,
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }
    const { status, stdout, error } = spawnSync(join(bin, program), args, options)
    if (status !== 0) throw error ?? new Error(`${program} ${args.join(' ')} ended with ${status}`)
    return stdout.trim()
  }
  const data = join(folder, 'data')
  call('initdb', '-D', data, '-U', SUPERUSER, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync')
  const settings = `-c listen_addresses='' -c unix_socket_directories=${folder} -c port=${PORT} -c max_connections=300 -c fsync=off`
  call('pg_ctl', 'start', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings)
  return {
    version: call('postgres', '--version'),
    url: `postgres://${SUPERUSER}@/postgres?host=${encodeURIComponent(folder)}&port=${PORT}`,
    stop: () => {
      call('pg_ctl', 'stop', '-D', data, '-m', 'immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root: its own user runs it then. */
function ownerIds(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (flag: string) => Number(spawnSync('id', [flag, SUPERUSER], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}
