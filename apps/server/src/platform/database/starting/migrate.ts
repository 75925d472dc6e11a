import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { StartError } from '../../config/start-error.ts'
import { ensureReaderRole } from './reader-role.ts'

const migrationsFolder = join(import.meta.dirname, '../migrations')

const LOCK_KEYS = [0x57617962, 2] as const
const nameForm = /^\d{4}-[a-z0-9-]+\.sql$/

interface Migration {
  name: string
  sha256: string
  sql: string
}

/**
 * Brings the schema up to date: every file of the folder that the table `migrations` does not name runs once, in order
 * of names, each in a transaction of its own. Processes that start together run one after the other. Returns the names
 * that ran. Creates the role that accounts read through first. Stops after `upTo` where it is given. Throws StartError
 * when a file changed after it ran, or fails, when `upTo` names no file, and when a newer version has migrated the
 * database: this version may not understand its data.
 */
export async function migrate(
  connection: pg.ClientConfig,
  { folder = migrationsFolder, upTo }: { folder?: string; upTo?: string | undefined } = {},
): Promise<string[]> {
  const all = await readMigrations(folder)
  const wanted = cutAfter(all, upTo)
  const client = new pg.Client({ ...connection, application_name: 'waybill-migrate', connectionTimeoutMillis: 5000 })
  client.on('error', () => {}) // The query that is running rejects; without a listener the process would end.
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1, $2)', [...LOCK_KEYS])
    await ensureReaderRole(client)
    return await runMissing(client, wanted, new Set(all.map(({ name }) => name)))
  } finally {
    await client.end() // Releases the lock.
  }
}

function cutAfter(migrations: Migration[], upTo: string | undefined): Migration[] {
  if (upTo === undefined) return migrations
  const last = migrations.findIndex(({ name }) => name === upTo)
  if (last >= 0) return migrations.slice(0, last + 1)
  throw new StartError(`This Waybill has no migration ${upTo}. It is older than the one that was asked for.`)
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      if (!nameForm.test(name)) throw new StartError(`The migration ${name} must be named like 0001-what-it-does.sql.`)
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function runMissing(client: pg.Client, wanted: Migration[], known: ReadonlySet<string>): Promise<string[]> {
  await client.query(
    `create table if not exists migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now()
    )`,
  )
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
  const applied = new Map(rows.map((row) => [row.name, row.sha256]))
  refuseNewer([...applied.keys()].filter((name) => !known.has(name)))
  const missing = wanted.filter(({ name }) => !applied.has(name))
  for (const { name, sha256 } of wanted) {
    if (applied.has(name) && applied.get(name) !== sha256) {
      throw new StartError(
        `The migration ${name} was changed after it ran on this database. Restore it, and add a new one.`,
      )
    }
  }
  for (const migration of missing) await runOne(client, migration)
  return missing.map(({ name }) => name)
}

function refuseNewer(unknown: string[]): void {
  if (unknown.length === 0) return
  throw new StartError(
    `A newer Waybill has upgraded this database to a schema that this one does not know (${unknown.sort().at(-1)}). Start that version, or a later one.`,
  )
}

async function runOne(client: pg.Client, { name, sha256, sql }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new StartError(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
