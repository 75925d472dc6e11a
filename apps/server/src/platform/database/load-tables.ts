import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartError } from '../config/start-error.ts'
import {
  type DatabaseDump,
  type DumpedTable,
  listTables,
  PLAIN_SESSION,
  qualifiedName,
  readWorkerMigration,
  SCHEMAS,
} from './dump-tables.ts'
import type { Database } from './schema.ts'

export interface LoadFrom {
  dump: DatabaseDump
  /** A table's rows from the dump. */
  openTable(table: Pick<DumpedTable, 'schema' | 'name'>): Readable
  /** Work in the same transaction, once every row is there. */
  finish?(tx: Kysely<Database>): Promise<void>
}

type FoundTables = ReadonlyArray<Omit<DumpedTable, 'rows'>>

/** Rows that migrating makes, and rows that a server leaves behind when it only starts. */
const MADE_BY_A_START = [
  'master_keys',
  'receipt_keys',
  'tallies',
  'reread_turn',
  'scanner',
  'security_events',
  'known_settings',
  'acme_accounts',
  'certificates',
  '_private_tasks',
  '_private_known_crontabs',
]

/**
 * Fills a database of the dump's own schema version with its rows, all of them or none. Triggers are disabled meanwhile
 * because the dump has the counts they keep; foreign keys are created again at the end and so check every row. Jobs
 * that were running are unlocked.
 *
 * @throws StartError when the database is not empty or has another schema
 */
export function loadTables(connection: pg.ClientConfig, from: LoadFrom): Promise<void> {
  return inSession(connection, async (client) => {
    await client.query('begin')
    await load(client, from)
    await client.query('commit')
    const tables = await listTables(client)
    await client.query(`analyze ${tables.map(qualifiedName).join(', ')}`)
  })
}

/** Refuses as `loadTables` would, and changes nothing, so that no file is copied needlessly. */
export function requireLoadable(connection: pg.ClientConfig, dump: DatabaseDump): Promise<void> {
  return inSession(connection, async (client) => {
    await judge(client, dump, await listTables(client))
  })
}

async function inSession(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'waybill-restore' })
  client.on('error', () => {}) // The statement that is running rejects.
  await client.connect()
  try {
    await client.query(PLAIN_SESSION)
    await work(client)
  } finally {
    await client.end()
  }
}

async function judge(client: pg.Client, dump: DatabaseDump, tables: FoundTables): Promise<void> {
  await requireSameSchema(client, dump, tables)
  await requireEmpty(client, tables)
}

async function load(client: pg.Client, { dump, openTable, finish }: LoadFrom): Promise<void> {
  const tables = await listTables(client)
  await judge(client, dump, tables)
  await client.query(`truncate ${tables.map(qualifiedName).join(', ')}`)
  await makePartitions(client, dump)
  const foreignKeys = await dropForeignKeys(client)
  for (const table of dump.tables) {
    await client.query(`alter table ${qualifiedName(table)} disable trigger user`)
    const columns = table.columns.map(pg.escapeIdentifier).join(', ')
    const rows = client.query(copyFrom(`copy ${qualifiedName(table)} (${columns}) from stdin`))
    await pipeline(openTable(table), rows)
    if (rows.rowCount !== table.rows) throw new StartError(`The backup does not hold every row of ${table.name}.`)
    await client.query(`alter table ${qualifiedName(table)} enable trigger user`)
  }
  for (const { value, isCalled, ...sequence } of dump.sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [qualifiedName(sequence), value, isCalled])
  }
  await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null')
  await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null')
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`)
  }
  await finish?.(kyselyOf(client))
}

/** Kysely over the one connection, inside its transaction. */
function kyselyOf(client: pg.Client): Kysely<Database> {
  const query = client.query.bind(client) as PostgresPoolClient['query']
  const pool = { connect: async () => ({ query, release: () => {} }), end: async () => {}, options: {} }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

async function requireSameSchema(
  client: pg.Client,
  { migrations, workerMigration, tables }: DatabaseDump,
  found: FoundTables,
): Promise<void> {
  const { rows } = await client.query('select name, sha256 from migrations order by name')
  const shapes = (list: FoundTables) =>
    JSON.stringify(list.map(({ schema, name, columns }) => [schema, name, [...columns].sort()]))
  const isSame =
    JSON.stringify(rows) === JSON.stringify(migrations) &&
    (await readWorkerMigration(client)) === workerMigration &&
    shapes(found) === shapes(tables)
  if (!isSame)
    throw new StartError('The backup was made by a different version of Waybill than the one that restores it.')
}

async function requireEmpty(client: pg.Client, tables: FoundTables): Promise<void> {
  for (const table of tables) {
    if (MADE_BY_A_START.includes(table.name)) continue
    const { rowCount } = await client.query(`select 1 from ${qualifiedName(table)} limit 1`)
    if (rowCount === 0) continue
    throw new StartError(
      `The database is not empty (${table.name} has rows). Restore into a new folder or an empty database.`,
    )
  }
}

/** As PostgreSQL writes them; they become part of a statement. */
const BOUND = /^(?:DEFAULT|FOR VALUES FROM \('[-+:. \d]+'\) TO \('[-+:. \d]+'\))$/

/** Creates the months that the dump has but a new database lacks, because they are in the future or long past. */
async function makePartitions(client: pg.Client, { partitions }: DatabaseDump): Promise<void> {
  for (const { parent, name, bound } of partitions) {
    const { rows } = await client.query('select to_regclass($1) is not null as is_there', [
      qualifiedName({ schema: 'public', name }),
    ])
    if (rows[0].is_there) continue
    if (!BOUND.test(bound)) throw new StartError(`The backup has invalid bounds for ${name}: ${bound}`)
    const names = [name, parent].map(pg.escapeIdentifier)
    await client.query(`create table ${names[0]} partition of ${names[1]} ${bound}`)
  }
}

async function dropForeignKeys(client: pg.Client): Promise<Array<{ table: string; name: string; definition: string }>> {
  const { rows } = await client.query(
    `select format('%I.%I', n.nspname, c.relname) as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and n.nspname = any($1)`,
    [SCHEMAS],
  )
  for (const { table, name } of rows) {
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
  }
  return rows
}
