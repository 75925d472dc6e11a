import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Problem } from '@waybill/contract/core/problems'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { until } from '#test/app/until'
import { cloneDatabase, type TestDatabase } from '#test/database/test-database'
import { createPool } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'
import { holdPresence } from '../database/starting/presence.ts'
import { makeLog } from '../log.ts'
import { currentTrace, inTrace, type Trace } from '../trace.ts'
import { addJob } from './add-job.ts'
import { listLateKinds } from './job-pool-store.ts'
import { lanes } from './lanes.ts'
import { PatientPool } from './patient-pool.ts'
import { startWorker, type WorkerOptions } from './start-worker.ts'
import type { TaskHandlers } from './task-handlers.ts'

const log = makeLog('silent')
const HOLDER = join(import.meta.dirname, '../../../test/app/job-holder.ts')
/** Sweep interval and grace period of a test: a vanished process counts as dead after two seconds. */
const quick = { sweepMs: 50, graceMs: 2_000, lookMs: 50 }

let database: TestDatabase
let db: Kysely<Database>
const undo: Array<() => Promise<unknown>> = []

beforeAll(async () => {
  database = await cloneDatabase()
  const pool = createPool(database.connection, log, { max: 4, name: 'test' })
  db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  await db.deleteFrom('job_pools').execute()
})
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one()
})

async function startNode(nodeId: string, tasks: TaskHandlers, more: Partial<WorkerOptions> = {}) {
  const pool = createPool(database.connection, log, { max: 12, name: 'jobs' }, PatientPool)
  const presence = await holdPresence(database.connection, nodeId, log)
  const worker = await startWorker({
    pool,
    connection: database.connection,
    db,
    nodeId,
    presence,
    log,
    tasks,
    ...quick,
    ...more,
  })
  let stopping: Promise<void> | null = null
  const end = async () => {
    await worker.stop()
    await presence.release()
    await pool.end()
  }
  const stop = () => {
    stopping ??= end()
    return stopping
  }
  undo.push(stop)
  return { stop }
}

async function startHolder(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [HOLDER, JSON.stringify(database.connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  undo.push(async () => child.kill('SIGKILL'))
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
  return child
}

/** A task that runs until it is released, and how often it began. */
function heldTask() {
  const gate = Promise.withResolvers<void>()
  const state = { runs: 0, end: gate.resolve }
  const run = () => {
    state.runs += 1
    return gate.promise
  }
  return { state, run }
}

const openJobs = async () =>
  (
    await sql<{ attempts: number; locked_by: string | null }>`
    select attempts, locked_by from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier in ('make-thumbnail', 'send-mail')`.execute(db)
  ).rows
const sweeps = (times: number) => new Promise((resolve) => setTimeout(resolve, times * quick.sweepMs))

test('begins a long job once, even if other nodes sweep and its node loses its database sessions', async () => {
  const held = heldTask()
  await startNode('one', { 'make-thumbnail': held.run })
  await startNode('two', { 'make-thumbnail': held.run })
  await addJob(db, 'make-thumbnail', { fileId: 'f' })
  await until(() => held.state.runs > 0)
  await sweeps(20)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'waybill-presence'`.execute(db)
  await sweeps(60)
  expect(held.state.runs).toBe(1)
  expect(await openJobs()).toMatchObject([{ attempts: 1 }])
  held.state.end()
  await until(async () => (await openJobs()).length === 0)
})

test('keeps the job of a suspended process and gives that of a killed one to another within the grace period', async () => {
  const tooMany = heldTask()
  await addJob(db, 'make-thumbnail', { fileId: 'f' })
  const holder = await startHolder()
  await startNode('heir', { 'make-thumbnail': tooMany.run })
  holder.kill('SIGSTOP')
  await sweeps(60)
  holder.kill('SIGCONT')
  await sweeps(10)
  expect(tooMany.state.runs).toBe(0)
  holder.kill('SIGKILL')
  await until(() => tooMany.state.runs === 1)
  expect(await openJobs()).toMatchObject([{ attempts: 2 }])
  tooMany.state.end()
})

test('a job, and what it adds, continues the trace of the call that added it', async () => {
  const ran: Array<[payload: object, trace: Trace | null]> = []
  await startNode('one', {
    'make-thumbnail': async (payload) => {
      ran.push([payload, currentTrace()])
      await addJob(db, 'send-mail', { mailId: 'm' })
    },
    'send-mail': async (payload) => void ran.push([payload, currentTrace()]),
  })
  const trace = { requestId: 'r', traceparent: 'p' }
  await inTrace(trace, () => addJob(db, 'make-thumbnail', { fileId: 'f' }))
  await until(() => ran.length === 2)
  await addJob(db, 'send-mail', { mailId: 'of no call' })
  await until(() => ran.length === 3)
  expect(ran).toEqual([
    [{ fileId: 'f' }, trace],
    [{ mailId: 'm' }, trace],
    [{ mailId: 'of no call' }, null],
  ])
})

test('wakes only the lane of an added job, and begins a job whose time has come', async () => {
  const pool = createPool(database.connection, log, { max: 12, name: 'jobs' }, PatientPool)
  let looks = 0
  /** How often the places of a lane have asked, by the lane's tasks. */
  const lookups = new Map<string, number>()
  const asked = () => [...lookups.values()].sort((a, b) => a - b)
  pool.on('connect', (client) => {
    const query = client.query as (...words: unknown[]) => unknown
    const counted = (...words: unknown[]) => {
      if (/ as due from /.test(String(words[0]))) looks += 1
      const { name = '', values = [] } = words[0] as { name?: string; values?: unknown[] }
      if (name.startsWith('get_job')) lookups.set(String(values[1]), (lookups.get(String(values[1])) ?? 0) + 1)
      return query.apply(client, words)
    }
    client.query = counted as typeof client.query
  })
  undo.push(() => pool.end())
  const ran: string[] = []
  const thumbnail = async ({ fileId }: { fileId: string }) => void ran.push(fileId)
  await startNode('one', { 'make-thumbnail': thumbnail, 'send-mail': async () => {} }, { pool })
  await until(() => asked().includes(lanes.mail.places))
  const before = looks
  await until(() => looks >= before + 20)
  expect(asked()).toEqual([lanes.heavy.places, lanes.mail.places])
  await addJob(db, 'make-thumbnail', { fileId: 'added' })
  await addJob(db, 'make-thumbnail', { fileId: 'later' }, { delaySeconds: 1 })
  await addJob(db, 'make-thumbnail', { fileId: 'held' }, { delaySeconds: 3_600 })
  await until(() => ran.length === 2)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
  await until(() => ran.length === 3)
  expect(ran).toEqual(['added', 'later', 'held'])
  expect(asked()).toContain(lanes.mail.places)
})

test('begins an added job at once, long before the next count', async () => {
  const gate = Promise.withResolvers<void>()
  await startNode('one', { 'make-thumbnail': async () => gate.resolve() }, { lookMs: 3_600_000 })
  await addJob(db, 'make-thumbnail', { fileId: 'f' })
  await gate.promise
})

test('opens a lost session of notices again, and begins jobs that were added meanwhile', async () => {
  const held = heldTask()
  await startNode('one', { 'make-thumbnail': held.run }, { lookMs: 3_600_000 })
  const sessions = async () =>
    (
      await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'waybill-job-notices'`.execute(db)
    ).rows
  await until(async () => (await sessions()).length === 1)
  const [{ pid } = { pid: 0 }] = await sessions()
  await sql`select pg_terminate_backend(${pid}::int)`.execute(db)
  await addJob(db, 'make-thumbnail', { fileId: 'f' })
  await until(() => held.state.runs === 1)
  held.state.end()
})

test('leaves the jobs of an unknown pool alone', async () => {
  await addJob(db, 'make-thumbnail', { fileId: 'f' })
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-unknown'`.execute(db)
  const held = heldTask()
  await startNode('one', { 'make-thumbnail': held.run })
  await sweeps(20)
  expect(await openJobs()).toMatchObject([{ locked_by: 'pool-unknown' }])
})

test('delays only its own lane when it is full, and never gives one flag all its places', async () => {
  const slow = heldTask()
  const quickOnes: string[] = []
  const sendMail = async ({ mailId }: { mailId: string }) =>
    mailId === 'slow' ? slow.run() : void quickOnes.push(mailId)
  const heavy = heldTask()
  await startNode('one', { 'make-thumbnail': heavy.run, 'send-mail': sendMail })
  for (const fileId of ['a', 'b', 'c']) await addJob(db, 'make-thumbnail', { fileId }, { flags: [`of:${fileId}`] })
  for (let nth = 0; nth < 20; nth += 1) await addJob(db, 'send-mail', { mailId: 'slow' }, { flags: ['to:tarpit'] })
  for (const mailId of ['x', 'y', 'z']) await addJob(db, 'send-mail', { mailId }, { flags: ['to:elsewhere'] })
  await until(() => quickOnes.length === 3)
  expect([heavy.state.runs, slow.state.runs]).toEqual([2, 3])
  heavy.state.end()
  slow.state.end()
})

test('reports kinds that have been due for a minute and not begun, for as long as they are', async () => {
  await addJob(db, 'send-mail', { mailId: 'm' })
  expect(await listLateKinds(db)).toEqual([])
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '61 seconds'`.execute(db)
  expect(await listLateKinds(db)).toMatchObject([{ task: 'send-mail', jobs: 1 }])
  const held = heldTask()
  await startNode('one', { 'send-mail': held.run })
  await until(() => held.state.runs === 1)
  expect(await listLateKinds(db)).toEqual([])
  held.state.end()
})

/** A log, and the levels of what it was told. */
function heardLog() {
  const told: string[] = []
  const write = (line: string) =>
    void told.push(`${pino.levels.labels[JSON.parse(line).level]}: ${JSON.parse(line).msg}`)
  return { told, log: pino({ level: 'warn' }, { write }) }
}

test('a stop ends long work, and records that its job runs again', async () => {
  const cut = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const { told, log } = heardLog()
  const cutWork = () => cut.reject(new Problem('stopping'))
  const run = () => {
    began.resolve()
    return cut.promise
  }
  const node = await startNode('one', { 'make-thumbnail': run }, { log, stopMs: 100, cutWork })
  await addJob(db, 'make-thumbnail', { fileId: 'f' })
  await began.promise
  await node.stop()
  expect(await openJobs()).toEqual([{ attempts: 1, locked_by: null }])
  expect(told).toEqual([])
})

test('a stop leaves a job that does not end to others, and is silent about its failure', async () => {
  const held = heldTask()
  const { told, log } = heardLog()
  const failing = async () => {
    await held.run()
    throw new Error('Cannot use a pool after calling end on the pool')
  }
  const node = await startNode('one', { 'make-thumbnail': failing }, { log, stopMs: 100 })
  await addJob(db, 'make-thumbnail', { fileId: 'f' })
  await until(() => held.state.runs === 1)
  await node.stop()
  held.state.end()
  await sweeps(4)
  expect(told).toEqual(['warn: jobs still run at the stop; another process or the next start runs them again'])
  expect(await openJobs()).toMatchObject([{ attempts: 1, locked_by: expect.any(String) }])
})
