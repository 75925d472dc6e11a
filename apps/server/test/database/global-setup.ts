import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { runMigrations } from 'graphile-worker'
import type { TestProject } from 'vitest/node'
import { APP_NAME, type EmbeddedServer, startEmbedded } from '../../src/platform/database/embedded/embedded.ts'
import type { EmbeddedConnection } from '../../src/platform/database/embedded/embedded-server.ts'
import { createPool } from '../../src/platform/database/pool.ts'
import { migrate } from '../../src/platform/database/starting/migrate.ts'
import { asAdmin, givenServer } from './given-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's connection to the run's only server. */
    databaseAdmin: EmbeddedConnection
    /** The migrated database that `cloneDatabase` copies. */
    databaseTemplate: string
  }
}

const complain = (...words: unknown[]) => process.stderr.write(`${inspect(words)}\n`)
const log = { info: () => {}, warn: complain, error: complain }
const TEMPLATE = 'waybill_template'

/** One PostgreSQL server for the whole run: a given one, or ours in a temporary folder that is removed at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { admin, stop } = await openServer()
  await makeTemplate(admin, { ...admin, user: APP_NAME, database: TEMPLATE })
  project.provide('databaseAdmin', admin)
  project.provide('databaseTemplate', TEMPLATE)
  return stop
}

async function openServer(): Promise<Pick<EmbeddedServer, 'admin' | 'stop'>> {
  const given = await givenServer()
  if (given) return { admin: given, stop: () => asAdmin(given, `drop database if exists ${TEMPLATE} with (force)`) }
  const folder = mkdtempSync(join(quickestFolder(), 'waybill-test-db-'))
  const { admin, stop } = await startEmbedded(join(folder, 'pg'), log, { isDurable: false })
  return {
    admin,
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const MEMORY = '/dev/shm'
const ROOM_BYTES = 6 * 2 ** 30

/** In memory where there is room: every test file copies the template, and discards its copy. */
function quickestFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir()
}

async function makeTemplate(admin: EmbeddedConnection, template: EmbeddedConnection): Promise<void> {
  await asAdmin(admin, `create database ${TEMPLATE} owner ${APP_NAME}`)
  await migrate(template)
  const pool = createPool(template, log, { max: 2, name: 'template' })
  await runMigrations({ pgPool: pool })
  await pool.end()
}
