import type { AlarmName } from '@waybill/contract/operating/endpoints'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'

/** The counts of alarms and when each was raised, over all processes. An hour is the sixty minutes up to now. */
type Db = Kysely<Database>

/** Adds to this minute's count, and overwrites a count from an hour ago. */
export async function addToAlarm(db: Db, alarm: AlarmName, count: number): Promise<void> {
  await sql`
    insert into alarm_counts as c (alarm, minute, count)
    values (${alarm}, extract(minute from now()), ${count})
    on conflict (alarm, minute) do update set
      count = excluded.count + case when c.counted_at > now() - interval '30 minutes' then c.count else 0 end,
      counted_at = now()`.execute(db)
}

/**
 * True for the one caller that raises the alarm: the hour's count has reached the limit, and the alarm was not raised
 * within the last hour.
 */
export async function raiseAlarm(db: Db, alarm: AlarmName, perHour: number): Promise<boolean> {
  const { rows } = await sql`
    insert into alarms as a (alarm)
    select ${alarm}::text where ${perHour} <= (
      select sum(count) from alarm_counts where alarm = ${alarm} and counted_at > now() - interval '1 hour')
    on conflict (alarm) do update set raised_at = now() where a.raised_at <= now() - interval '1 hour'
    returning alarm`.execute(db)
  return rows.length > 0
}

/** Alarms raised within the last hour, newest first. */
export async function listRaisedAlarms(db: Db): Promise<Array<{ alarm: AlarmName; raisedAt: Date }>> {
  return db
    .selectFrom('alarms')
    .select(['alarm', 'raised_at as raisedAt'])
    .where('raised_at', '>', sql<Date>`now() - interval '1 hour'`)
    .orderBy('raised_at', 'desc')
    .execute()
}
