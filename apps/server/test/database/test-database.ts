import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { APP_NAME } from '../../src/platform/database/embedded/embedded.ts'
import type { EmbeddedConnection } from '../../src/platform/database/embedded/embedded-server.ts'
import { databaseUrl, asAdmin as runAsAdmin } from './given-server.ts'

export interface TestDatabase {
  connection: EmbeddedConnection
  /** The same as a DATABASE_URL. */
  url: string
  /** Removes the database, cutting connections that are still open. */
  drop(): Promise<void>
}

/** A separate database with the newest schema and the job runner's tables, copied from the run's template. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = inject('databaseTemplate')
  await asAdmin(`create database ${name} template ${template} strategy file_copy owner ${APP_NAME}`)
  return testDatabase(name)
}

/** A database without any table. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(`create database ${name} owner ${APP_NAME}`)
  return testDatabase(name)
}

function testDatabase(name: string): TestDatabase {
  const connection = { ...inject('databaseAdmin'), user: APP_NAME, database: name }
  return {
    connection,
    url: databaseUrl(connection),
    drop: () => asAdmin(`drop database if exists ${name} with (force)`),
  }
}

const asAdmin = (sql: string): Promise<void> => runAsAdmin(inject('databaseAdmin'), sql)
