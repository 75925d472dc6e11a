import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

/** The server's health every five minutes. */
type Db = Kysely<Database>

const SAMPLE_SECONDS = 300
const KEPT_DAYS = 30
const MOST_TROUBLES = 50

export interface HealthSample {
  isOk: boolean
  checks: Record<string, { ok: boolean; milliseconds: number }>
  jobsWaiting: number
  jobsFailed: number
  mailsWaiting: number
  alarms: readonly string[]
}

const step = (seconds: number, of: ReturnType<typeof sql>) =>
  sql<Date>`date_bin(make_interval(secs => ${seconds}), ${of}, timestamptz '2000-01-01T00:00:00Z')`

/** Keeps the first sample of these five minutes, by the database's clock, and deletes old ones. */
export async function keepHealthSample(db: Db, sample: HealthSample): Promise<void> {
  await db
    .insertInto('health_samples')
    .values({
      at: step(SAMPLE_SECONDS, sql`now()`),
      is_ok: sample.isOk,
      checks: JSON.stringify(sample.checks),
      jobs_waiting: sample.jobsWaiting,
      jobs_failed: sample.jobsFailed,
      mails_waiting: sample.mailsWaiting,
      alarms: [...sample.alarms],
    })
    .onConflict((clash) => clash.column('at').doNothing())
    .execute()
  await sql`delete from health_samples where at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db)
}

export interface HealthCell {
  at: Date
  samples: number
  failing: number
  jobsWaiting: number
  jobsFailed: number
  mailsWaiting: number
}

/** The last `cells` steps of `stepSeconds`, oldest first, the current one included. */
export async function listHealthCells(
  db: Db,
  { cells, stepSeconds }: { cells: number; stepSeconds: number },
): Promise<HealthCell[]> {
  const { rows } = await sql<HealthCell>`
    with steps as (
      select ${step(stepSeconds, sql`now()`)} - make_interval(secs => nth * ${stepSeconds}::int) as at
      from generate_series(0, ${cells - 1}::int) as nth)
    select steps.at, count(s.at)::int as samples, count(s.at) filter (where not s.is_ok)::int as failing,
      coalesce(max(s.jobs_waiting), 0) as "jobsWaiting", coalesce(max(s.jobs_failed), 0) as "jobsFailed",
      coalesce(max(s.mails_waiting), 0) as "mailsWaiting"
    from steps left join health_samples s
      on s.at >= steps.at and s.at < steps.at + make_interval(secs => ${stepSeconds}::int)
    group by steps.at order by steps.at`.execute(db)
  return rows
}

export interface HealthTrouble {
  at: Date
  /** The names of the checks that failed. */
  checks: string[]
  alarms: string[]
}

/** The newest samples of the last `seconds` in which a check failed or an alarm was raised. */
export async function listHealthTroubles(db: Db, seconds: number): Promise<HealthTrouble[]> {
  const { rows } = await sql<HealthTrouble>`
    select at, failed.checks, alarms from health_samples s, lateral (
      select coalesce(array_agg(key order by key), '{}') as checks from jsonb_each(s.checks)
      where not (value ->> 'ok')::boolean) failed
    where at > now() - make_interval(secs => ${seconds}) and (failed.checks <> '{}' or alarms <> '{}')
    order by at desc limit ${MOST_TROUBLES}`.execute(db)
  return rows
}
