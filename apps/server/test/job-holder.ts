/** A process that takes a job, says so, and never ends it: for tests that stop and kill it. Its one word is the database. */
import { Kysely, PostgresDialect } from 'kysely'
import { createPool } from '../src/database/pool.ts'
import { holdPresence } from '../src/database/presence.ts'
import type { Database } from '../src/database/schema.ts'
import { newId } from '../src/ids.ts'
import { PatientPool } from '../src/jobs/patient-pool.ts'
import { startWorker } from '../src/jobs/start-worker.ts'
import { makeLog } from '../src/log.ts'

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
await startWorker({ pool, db, nodeId, presence, log, tasks: { 'make-thumbnail': hold } })
