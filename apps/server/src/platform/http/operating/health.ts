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
  /** 'degraded': some of several stores are away, and everything in the others works. */
  status: 'ok' | 'degraded' | 'failing'
  /** Of several stores, 'store' is the slowest, and fails where one does. */
  checks: Record<'database' | 'store' | 'disk' | 'mail', Check>
  /** The ids of the stores that fail. */
  storesAway: string[]
}

/**
 * Checks what the server cannot work without: its database, its stores, by writing, reading and removing a few bytes,
 * and free space on the disks it writes to. Health shows mail and alarms too, but they do not fail it. Nor does one of
 * several stores: every node would fail at once for what is stored in one region.
 */
export function makeHealth(ctx: Context): () => Promise<Health> {
  const checkStores = ctx.stores.named.map(({ id }) => {
    const check = keptCheck(STORE_KEPT_MS, () => ctx.stores.of(id).probe())
    return async () => ({ id, ...(await check()) })
  })
  const checkDisk = keptCheck(STORE_KEPT_MS, () => ctx.stores.requireRoom())
  const checkMail = keptCheck(MAIL_KEPT_MS, () => ctx.mailTransport.verify())
  return async () => {
    const [database, disk, mail, ...stores] = await Promise.all([
      timed(() => sql`select 1`.execute(ctx.db)),
      checkDisk(),
      checkMail(),
      ...checkStores.map((check) => check()),
    ])
    const storesAway = stores.filter(({ ok }) => !ok).map(({ id }) => id)
    const isWorking = database.ok && disk.ok && storesAway.length < stores.length
    const store = { ok: storesAway.length === 0, milliseconds: Math.max(...stores.map((one) => one.milliseconds)) }
    const status = !isWorking ? 'failing' : store.ok ? 'ok' : 'degraded'
    return { status, checks: { database, store, disk, mail }, storesAway }
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
