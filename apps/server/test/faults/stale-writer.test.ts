/** Two real processes on one database and one folder; one of them is given up while it receives, and continues. */
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runStaleWriters } from '../crash/stale-writer.ts'
import { cloneDatabase } from '../database/test-database.ts'

/** Where the other can receive a part within the seconds in which the first is not notified. */
const MEMORY = '/dev/shm'

// Whole processes start here, which takes time on a busy machine.
test('does no harm with a process that keeps writing what another has acknowledged', { timeout: 120_000 }, async () => {
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'waybill-stale-'))
  const attacks = ['stopped and continued', 'sessions ended'] as const
  const report = await runStaleWriters({ attacks, rounds: 1, database, dataDir, say: () => {} })
  expect(report).toMatchObject({ wroteLater: 2, broken: [] })
  await database.drop()
})
