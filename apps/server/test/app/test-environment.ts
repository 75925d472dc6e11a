/**
 * The context of one server process over a given database and folder, without HTTP: for tests of use cases, and for two
 * of them on one database.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Context, openContext } from '../../src/context.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { makeLog } from '../../src/platform/log.ts'
import { cloneDatabase } from '../database/test-database.ts'

export interface TestEnvironment {
  dataDir: string
  databaseUrl: string
  /** A further process on the same database and folder. */
  open(): Promise<{ ctx: Context; close(): Promise<void> }>
  drop(): Promise<void>
}

/** Two processes in one environment. */
export async function openTwo(
  environment: TestEnvironment,
): Promise<{ ctx: Context; other: Context; closeAll(): Promise<void> }> {
  const [one, two] = await Promise.all([environment.open(), environment.open()])
  const closeAll = async () => {
    await one.close()
    await two.close()
  }
  return { ctx: one.ctx, other: two.ctx, closeAll }
}

/** `more` are settings in addition to those of an environment. */
export async function makeTestEnvironment(more: Record<string, string> = {}): Promise<TestEnvironment> {
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'waybill-test-environment-'))
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, UPLOAD_PORTS: 'none', LOG_LEVEL: 'silent', ...more }
  return {
    dataDir,
    databaseUrl: database.url,
    open: () => openContext(readConfig(env), makeLog('silent')),
    async drop() {
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
