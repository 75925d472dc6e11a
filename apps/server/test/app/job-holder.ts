/**
 * A process that takes a job, says so, and never ends it: for tests that stop and kill it. Its only argument is the
 * database.
 */
import { Kysely, PostgresDialect } from 'kysely'
import { createPool } from '../../src/platform/database/pool.ts'
import type { Database } from '../../src/platform/database/schema.ts'
import { holdPresence } from '../../src/platform/database/starting/presence.ts'
import { newId } from '../../src/platform/ids.ts'
import { PatientPool } from '../../src/platform/jobs/patient-pool.ts'
import { startWorker } from '../../src/platform/jobs/start-worker.ts'
import { makeLog } from '../../src/platform/log.ts'

const log = makeLog('silent')
const connection = JSON.parse(process.argv[2] ?? '{}')
const pool = createPool(connection, log, { max: 6, name: 'jobs' }, PatientPool)
const db = new Kysely<Database>({
  dialect: new PostgresDialect({ pool: createPool(connection, log, { max: 2, name: 'db' }) }),
})
const nodeId = newId()
const presence = await holdPresence(connection, nodeId, log)
const hold = () => {
  process.stdout.write('holds\n')
  return new Promise<void>(() => {})
}
await startWorker({ pool, connection, db, nodeId, presence, log, tasks: { 'make-thumbnail': hold } })
