import type { AlarmName } from '@waybill/contract/operating/endpoints'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { listLateKinds } from '../../jobs/job-pool-store.ts'
import { type Check, inTime, keptCheck, timed } from '../pages/kept-check.ts'
import { listRaisedAlarms } from './alarm-store.ts'

const STORE_KEPT_MS = 5_000
/** A mail server takes it amiss to be asked by everybody. */
const MAIL_KEPT_MS = 30_000

interface Warning {
  alarm: AlarmName
  /** ISO instant. */
  raisedAt: string
  /** Of 'jobs-late': the kinds of jobs. */
  tasks?: string[]
}

export interface Health {
  status: 'ok' | 'failing'
  checks: Record<'database' | 'store' | 'disk' | 'mail', Check>
}

/**
 * Asks what the server cannot work without: its database, its store, by writing, reading and removing a few bytes, and
 * a byte of room on the disks it writes to. Mail is shown but does not fail it, and no more do alarms.
 */
export function makeHealth(ctx: Context): () => Promise<Health> {
  const checkStore = keptCheck(STORE_KEPT_MS, () => ctx.stores.current.probe())
  const checkDisk = keptCheck(STORE_KEPT_MS, () => ctx.stores.requireRoom())
  const checkMail = keptCheck(MAIL_KEPT_MS, () => ctx.mailTransport.verify())
  return async () => {
    const [database, store, disk, mail] = await Promise.all([
      timed(() => sql`select 1`.execute(ctx.db)),
      checkStore(),
      checkDisk(),
      checkMail(),
    ])
    return { status: database.ok && store.ok && disk.ok ? 'ok' : 'failing', checks: { database, store, disk, mail } }
  }
}

/** None where the database does not answer: that is told apart. */
export async function readWarnings({ db }: Pick<Context, 'db'>): Promise<Warning[]> {
  const [raised, late] = await inTime(Promise.all([listRaisedAlarms(db), listLateKinds(db)])).catch(() => [[], []])
  const warnings: Warning[] = raised.map(({ alarm, raisedAt }) => ({ alarm, raisedAt: raisedAt.toISOString() }))
  const [first] = late
  if (first === undefined) return warnings
  const tasks = late.map(({ task }) => task)
  return [...warnings, { alarm: 'jobs-late', raisedAt: first.lateSince.toISOString(), tasks }]
}
