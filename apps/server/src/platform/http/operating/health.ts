import type { AlarmName } from '@waybill/contract/operating/endpoints'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { listLateKinds } from '../../jobs/job-pool-store.ts'
import { adviceFor } from '../front/front-advice.ts'
import { type Check, inTime, keptCheck, timed } from '../pages/kept-check.ts'
import { listRaisedAlarms } from './alarm-store.ts'

const STORE_KEPT_MS = 5_000
/** A mail server objects to frequent probes. */
const MAIL_KEPT_MS = 30_000

interface Warning {
  alarm: AlarmName
  /** ISO instant. */
  raisedAt: string
  /** For 'jobs-late': the kinds of jobs. */
  tasks?: string[]
}

export interface Health {
  status: 'ok' | 'failing'
  checks: Record<'database' | 'store' | 'disk' | 'mail', Check>
}

/**
 * Checks what the server cannot work without: its database, its stores, by writing, reading and removing a few bytes,
 * and free space on the disks it writes to. Health shows mail and alarms too, but they do not fail it.
 */
export function makeHealth(ctx: Context): () => Promise<Health> {
  const checkStore = keptCheck(STORE_KEPT_MS, () => ctx.stores.probe())
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

/** Empty where the database does not answer: health reports that separately. */
export async function readWarnings({ db }: Pick<Context, 'db'>): Promise<Warning[]> {
  const [raised, late] = await inTime(Promise.all([listRaisedAlarms(db), listLateKinds(db)])).catch(() => [[], []])
  const warnings: Warning[] = raised.map(({ alarm, raisedAt }) => ({ alarm, raisedAt: raisedAt.toISOString() }))
  const [first] = late
  if (first === undefined) return warnings
  const tasks = late.map(({ task }) => task)
  return [...warnings, { alarm: 'jobs-late', raisedAt: first.lateSince.toISOString(), tasks }]
}

/** What the check of this process found that can be better, with advice in English; empty until it is done. */
export const listFindings = ({ selfCheck }: Pick<Context, 'selfCheck'>) =>
  (selfCheck.findings ?? []).map((one) => ({ finding: one.finding, origin: one.origin, advice: adviceFor(one) }))
