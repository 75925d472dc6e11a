import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Database } from './schema.ts'

/** A table in a dump: its rows in PostgreSQL's text format of COPY, with the columns in this order. */
export interface DumpedTable {
  schema: string
  name: string
  columns: string[]
  rows: number
}

/** What is needed besides the rows to recreate the database. */
export interface DatabaseDump {
  /** ISO 8601, by the database's clock: the dump has what was committed before it, and nothing later. */
  madeAt: string
  serverVersion: string
  /** Migrations of our own schema, in order. */
  migrations: Array<{ name: string; sha256: string }>
  /** The newest migration of the job runner's schema. */
  workerMigration: number
  tables: DumpedTable[]
  partitions: Array<{ parent: string; name: string; bound: string }>
  sequences: Array<{ schema: string; name: string; value: string; isCalled: boolean }>
}

export interface DumpTo {
  /** Receives a table's rows. */
  openTable(table: Pick<DumpedTable, 'schema' | 'name'>): Promise<Writable>
  /** Work that sees exactly the rows of the dump, through `inSnapshot`. */
  during?(snapshot: string): Promise<void>
}

/** The schemas of Waybill: its own and the job runner's. */
export const SCHEMAS = ['public', 'graphile_worker']
/**
 * For dumping and loading: text has one meaning on both sides whatever the databases' own settings are, row-level
 * security raises an error instead of hiding rows, and no limit of the role ends the work.
 */
export const PLAIN_SESSION = `set datestyle = 'ISO, YMD'; set intervalstyle = postgres; set timezone = 'UTC';
  set extra_float_digits = 3; set row_security = off;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`
/** Migrating fills this table, in a restored database too. */
const MIGRATIONS = 'migrations'

/**
 * Writes every row of the database as of one instant, while the server keeps running. Skips tables that PostgreSQL
 * itself empties after a crash.
 */
export async function dumpTables(connection: pg.ClientConfig, to: DumpTo): Promise<DatabaseDump> {
  const client = new pg.Client({ ...connection, application_name: 'waybill-backup' })
  client.on('error', () => {}) // The statement that is running rejects.
  await client.connect()
  try {
    await client.query(PLAIN_SESSION)
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ snapshot: string; made_at: Date; version: string }>(
      `select pg_export_snapshot() as snapshot, now() as made_at, current_setting('server_version') as version`,
    )
    const { snapshot, made_at, version } = rows[0] as (typeof rows)[number]
    await to.during?.(snapshot)
    const tables: DumpedTable[] = []
    for (const table of await listTables(client)) {
      const rowCount = await copyOut(client, table, await to.openTable(table))
      tables.push({ ...table, rows: rowCount })
    }
    return {
      madeAt: made_at.toISOString(),
      serverVersion: version,
      migrations: (await client.query('select name, sha256 from migrations order by name')).rows,
      workerMigration: await readWorkerMigration(client),
      tables,
      partitions: await listPartitions(client),
      sequences: await listSequences(client),
    }
  } finally {
    await client.end()
  }
}

/** Runs `work` in a transaction that sees what the dump sees. */
export function inSnapshot<Result>(
  db: Kysely<Database>,
  snapshot: string,
  work: (tx: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(tx)
      return work(tx)
    })
}

async function copyOut(client: pg.Client, table: Omit<DumpedTable, 'rows'>, file: Writable): Promise<number> {
  const columns = table.columns.map(pg.escapeIdentifier).join(', ')
  // A partitioned table can only be copied through a select.
  const rows = client.query(copyTo(`copy (select ${columns} from ${qualifiedName(table)}) to stdout`))
  await pipeline(rows, file)
  return rows.rowCount
}

/**
 * Tables with rows of their own: a partitioned table stands for its partitions, and generated columns are computed
 * again.
 */
export async function listTables(client: pg.ClientBase): Promise<Array<Omit<DumpedTable, 'rows'>>> {
  const { rows } = await client.query<Omit<DumpedTable, 'rows'>>(
    `select n.nspname as schema, c.relname as name, (
       select array_agg(a.attname::text order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     ) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
       and c.relpersistence = 'p' and c.relname <> $2
     order by 1, 2`,
    [SCHEMAS, MIGRATIONS],
  )
  return rows
}

/** @returns 0 where the job runner has no tables yet */
export async function readWorkerMigration(client: pg.ClientBase): Promise<number> {
  const found = await client.query(`select to_regclass('graphile_worker.migrations') is not null as is_there`)
  if (!found.rows[0].is_there) return 0
  const { rows } = await client.query('select max(id) as id from graphile_worker.migrations')
  return Number(rows[0].id)
}

async function listPartitions(client: pg.Client): Promise<DatabaseDump['partitions']> {
  const { rows } = await client.query(
    `select parent.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class parent on parent.oid = i.inhparent
     join pg_namespace n on n.oid = c.relnamespace
     where c.relispartition and c.relkind = 'r' and n.nspname = 'public' order by 2`,
  )
  return rows
}

async function listSequences(client: pg.Client): Promise<DatabaseDump['sequences']> {
  const { rows } = await client.query<{ schemaname: string; sequencename: string }>(
    'select schemaname, sequencename from pg_sequences where schemaname = any($1) order by 1, 2',
    [SCHEMAS],
  )
  const sequences: DatabaseDump['sequences'] = []
  for (const { schemaname: schema, sequencename: name } of rows) {
    const state = await client.query(`select last_value as value, is_called from ${qualifiedName({ schema, name })}`)
    sequences.push({ schema, name, value: String(state.rows[0].value), isCalled: state.rows[0].is_called })
  }
  return sequences
}

/** The name as SQL writes it. */
export const qualifiedName = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
