import type { AlarmName } from '@waybill/contract/operating'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { listLateKinds } from '../jobs/job-pool-store.ts'
import { listRaisedAlarms } from './alarm-store.ts'

const CHECK_TIMEOUT_MS = 2_000

interface Check {
  ok: boolean
  milliseconds: number
}

interface Warning {
  alarm: AlarmName
  /** ISO instant. */
  raisedAt: string
  /** Of 'jobs-late': the kinds of jobs. */
  tasks?: string[]
}

/**
 * Asks what the server cannot work without: its database and its store; mail is shown but does not fail it, and no more
 * do alarms, which are for people to look into.
 */
export async function readHealth(ctx: Context, version: string) {
  const [database, store, mail, warnings] = await Promise.all([
    timed(ctx, () => sql`select 1`.execute(ctx.db)),
    timed(ctx, () => ctx.stores.current.freeBytes()),
    timed(ctx, () => ctx.mailTransport.verify()),
    readWarnings(ctx),
  ])
  const status: 'ok' | 'failing' = database.ok && store.ok ? 'ok' : 'failing'
  return { status, version, checks: { database, store, mail }, warnings }
}

/** None where the database does not answer: that is told apart. */
async function readWarnings({ db }: Pick<Context, 'db'>): Promise<Warning[]> {
  const [raised, late] = await inTime(Promise.all([listRaisedAlarms(db), listLateKinds(db)])).catch(() => [[], []])
  const warnings: Warning[] = raised.map(({ alarm, raisedAt }) => ({ alarm, raisedAt: raisedAt.toISOString() }))
  const [first] = late
  if (first === undefined) return warnings
  const tasks = late.map(({ task }) => task)
  return [...warnings, { alarm: 'jobs-late', raisedAt: first.lateSince.toISOString(), tasks }]
}

async function timed(ctx: Pick<Context, 'clock'>, ask: () => Promise<unknown>): Promise<Check> {
  const start = ctx.clock.nowMs()
  const ok = await inTime(ask()).then(
    () => true,
    () => false,
  )
  return { ok, milliseconds: ctx.clock.nowMs() - start }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('no answer')), CHECK_TIMEOUT_MS)
  return Promise.race([answer, timeout.promise]).finally(() => clearTimeout(timer))
}
