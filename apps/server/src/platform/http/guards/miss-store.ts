import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'

/** Links that led nowhere, counted by network: both windows in one statement, since guessers come by the thousand. */
type Db = Kysely<Database>

const MISSES_PER_MINUTE = 20
const MISSES_PER_HOUR = 300

export interface MissCount {
  /** The network had its misses of an hour before this look. */
  isOver: boolean
  /** Seconds until the minute ends, where this miss is beyond what one may hold. */
  waitSeconds: number | null
}

/**
 * Counts a miss and says how its network stands; of a hit it only says so. Where the network had its hour's misses,
 * nothing is written, and hit and miss take the same steps.
 */
export async function countMiss(db: Db, networkHash: Uint8Array, isMiss: boolean): Promise<MissCount> {
  const isSameMinute = sql`m.minute_began_at > now() - interval '1 minute'`
  const isSameHour = sql`m.hour_began_at > now() - interval '1 hour'`
  const { rows } = await sql<{ known: number; hour: number | null; wait: number | null }>`
    with known as (
      select m.hour_misses from misses m where m.network_hash = ${networkHash}::bytea and ${isSameHour}
    ), added as (
      insert into misses as m (network_hash, minute_misses, hour_misses)
      select ${networkHash}::bytea, 1, 1
      where ${isMiss}::boolean and not exists (select from known where hour_misses >= ${MISSES_PER_HOUR}::int)
      on conflict (network_hash) do update set
        minute_misses = 1 + case when ${isSameMinute} then m.minute_misses else 0 end,
        minute_began_at = case when ${isSameMinute} then m.minute_began_at else now() end,
        hour_misses = 1 + case when ${isSameHour} then m.hour_misses else 0 end,
        hour_began_at = case when ${isSameHour} then m.hour_began_at else now() end
      returning m.hour_misses, case when m.minute_misses > ${MISSES_PER_MINUTE}::int
        then extract(epoch from m.minute_began_at + interval '1 minute' - now())::float8 end as wait
    )
    select coalesce((select hour_misses from known), 0) as known, added.hour_misses as hour, added.wait
    from (select) as one left join added on true`.execute(db)
  const { known = 0, hour = null, wait = null } = rows[0] ?? {}
  return {
    // Of many at once, those that were counted beyond it are over it too.
    isOver: hour === null ? known >= MISSES_PER_HOUR : hour > MISSES_PER_HOUR,
    waitSeconds: wait === null ? null : Math.max(1, Math.ceil(wait)),
  }
}

/** Forgets what no window holds any more. */
export async function forgetMisses(db: Db): Promise<void> {
  await sql`delete from misses where hour_began_at < now() - interval '2 hours'`.execute(db)
}
