/**
 * One server process's worth of context over a given database and folder, without HTTP: for tests of use cases, and
 * for two of them on one database.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/config/config.ts'
import { type Context, openContext } from '../src/context.ts'
import { makeLog } from '../src/log.ts'
import { cloneDatabase } from './test-database.ts'

export interface Ground {
  dataDir: string
  databaseUrl: string
  /** A further process on the same database and folder. */
  open(): Promise<{ ctx: Context; close(): Promise<void> }>
  drop(): Promise<void>
}

/** Two processes on one ground. */
export async function openTwo(ground: Ground): Promise<{ ctx: Context; other: Context; closeAll(): Promise<void> }> {
  const [one, two] = await Promise.all([ground.open(), ground.open()])
  const closeAll = async () => {
    await one.close()
    await two.close()
  }
  return { ctx: one.ctx, other: two.ctx, closeAll }
}

/** `more` are settings beside the ones a ground sets. */
export async function makeGround(more: Record<string, string> = {}): Promise<Ground> {
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'waybill-ground-'))
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
