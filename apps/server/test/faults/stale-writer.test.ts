/** Two real processes on one database and one folder; one of them is given up while it receives, and goes on. */
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runStaleWriters } from '../crash/stale-writer.ts'
import { cloneDatabase } from '../database/test-database.ts'

/** Where the other is to take a part within the seconds in which the first hears nothing. */
const MEMORY = '/dev/shm'

// Whole processes start here; on a busy machine that takes its time.
test('a process that goes on writing what another has acknowledged harms nothing', { timeout: 120_000 }, async () => {
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'waybill-stale-'))
  const attacks = ['stopped and continued', 'sessions ended'] as const
  const report = await runStaleWriters({ attacks, rounds: 1, database, dataDir, say: () => {} })
  expect(report).toMatchObject({ wroteLater: 2, broken: [] })
  await database.drop()
})
