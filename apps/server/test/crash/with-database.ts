import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../src/platform/database/embedded/embedded.ts'
import { databaseUrl } from '../database/given-server.ts'
import type { TestDatabase } from '../database/test-database.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** Runs `work` beside a separate PostgreSQL, for servers that share one. */
export async function withDatabase<T>(
  work: (database: Pick<TestDatabase, 'connection' | 'url'>) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-crash-db-'))
  const { connection, stop } = await startEmbedded(join(folder, 'pg'), quiet)
  try {
    return await work({ connection, url: databaseUrl(connection) })
  } finally {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
