import { join } from 'node:path'
import pg from 'pg'
import { APP_NAME } from '../../src/platform/database/embedded/embedded.ts'
import { readPassword } from '../../src/platform/database/embedded/embedded-cluster.ts'
import { readPostmasterFile } from '../../src/platform/database/embedded/postmaster-file.ts'

/**
 * One statement in the embedded database of a Waybill that runs elsewhere, or was just killed: the database outlives
 * it.
 */
export async function queryBeside<Row extends pg.QueryResultRow>(
  dataDir: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const folder = join(dataDir, 'pg')
  const server = readPostmasterFile(folder)
  if (!server) throw new Error(`No database runs on ${folder}`)
  return query<Row>(
    {
      host: server.socketFolder || '127.0.0.1',
      port: server.port,
      user: APP_NAME,
      password: readPassword(folder),
      database: APP_NAME,
    },
    sql,
    values,
  )
}

/** The same in the database of a DATABASE_URL. */
export const queryAt = <Row extends pg.QueryResultRow>(url: string, sql: string, values: unknown[]): Promise<Row[]> =>
  query<Row>({ connectionString: url }, sql, values)

async function query<Row extends pg.QueryResultRow>(
  config: pg.ClientConfig,
  sql: string,
  values: unknown[],
): Promise<Row[]> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}
