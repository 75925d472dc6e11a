import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { APP_NAME, startEmbedded } from '../src/database/embedded.ts'
import type { EmbeddedConnection } from '../src/database/embedded-server.ts'
import { migrate } from '../src/database/migrate.ts'
import { createPool } from '../src/database/pool.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's connection to the run's one server. */
    databaseAdmin: EmbeddedConnection
    /** The migrated database that `cloneDatabase` copies. */
    databaseTemplate: string
  }
}

const complain = (...words: unknown[]) => process.stderr.write(`${inspect(words)}\n`)
const log = { info: () => {}, warn: complain, error: complain }
const TEMPLATE = 'waybill_template'

/** One PostgreSQL server for the whole run, in a folder of its own, gone at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-test-db-'))
  const server = await startEmbedded(join(folder, 'pg'), log, { isDurable: false })
  await makeTemplate(server.admin, { ...server.connection, database: TEMPLATE })
  project.provide('databaseAdmin', server.admin)
  project.provide('databaseTemplate', TEMPLATE)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function makeTemplate(admin: EmbeddedConnection, template: EmbeddedConnection): Promise<void> {
  const client = new pg.Client(admin)
  await client.connect()
  await client.query(`create database ${TEMPLATE} owner ${APP_NAME}`)
  await client.end()
  await migrate(template)
  const pool = createPool(template, log, { max: 2, name: 'template' })
  await runMigrations({ pgPool: pool })
  await pool.end()
}
