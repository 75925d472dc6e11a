import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { APP_NAME } from '../../src/platform/database/embedded/embedded.ts'
import type { EmbeddedConnection } from '../../src/platform/database/embedded/embedded-server.ts'
import { READER_ROLE } from '../../src/platform/database/starting/reader-role.ts'

/**
 * The superuser's connection to the PostgreSQL in `WAYBILL_TEST_DATABASE`, with the app's role created there; null
 * where tests run on the project's own server.
 */
export async function givenServer(): Promise<EmbeddedConnection | null> {
  const given = process.env.WAYBILL_TEST_DATABASE
  if (given === undefined) return null
  const { searchParams, username, password, pathname } = new URL(given.replace('@/', '@localhost/'))
  const admin = {
    host: searchParams.get('host') ?? 'localhost',
    port: Number(searchParams.get('port')),
    user: username,
    password,
    database: pathname.slice(1),
  }
  const roles = [`${APP_NAME} login`, `${READER_ROLE} nologin`]
  const makeRole = (role: string) =>
    asAdmin(admin, `do $$ begin create role ${role}; exception when duplicate_object then null; end $$`)
  for (const role of roles) await makeRole(role)
  await asAdmin(admin, `grant ${READER_ROLE} to ${APP_NAME}`)
  return admin
}

/** Creates an empty database for one Waybill on the given server; returns its DATABASE_URL, or null as above. */
export async function givenDatabase(): Promise<string | null> {
  const admin = await givenServer()
  if (!admin) return null
  const name = `waybill_${randomBytes(8).toString('hex')}`
  await asAdmin(admin, `create database ${name} owner ${APP_NAME}`)
  return databaseUrl({ ...admin, user: APP_NAME, database: name })
}

/** A connection as a DATABASE_URL. */
export function databaseUrl(connection: EmbeddedConnection): string {
  const url = new URL(`postgres:///${connection.database}`)
  for (const key of ['host', 'port', 'user', 'password'] as const) url.searchParams.set(key, String(connection[key]))
  return url.href
}

/** One statement as the superuser. */
export async function asAdmin(admin: EmbeddedConnection, sql: string): Promise<void> {
  const client = new pg.Client(admin)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
