import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Visits of bots that are not on record yet. */
type Db = Kysely<Database>

export interface HeldVisit {
  transferId: string
  recipientId: string
  device: string
  reason: string
  ip: string
  userAgent: string | undefined
  isDoubtful: boolean
}

/**
 * Counts a visit among those that are held, where there are some; else begins to hold, from `visits` on. True where it
 * began.
 */
export async function holdVisit(tx: Db, visit: HeldVisit, { visits, seconds }: { visits: number; seconds: number }) {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into held_visits as h
      (recipient_id, device, transfer_id, reason, ip, user_agent, visits, is_doubtful, closes_at)
    values (${visit.recipientId}, ${visit.device}, ${visit.transferId}, ${visit.reason}, ${visit.ip},
      ${visit.userAgent ?? null}, ${visits}, ${visit.isDoubtful}, now() + make_interval(secs => ${seconds}))
    on conflict (recipient_id, device) do update set visits = h.visits + 1
    returning xmax = 0 as is_new`.execute(tx)
  return rows[0]?.is_new ?? false
}

interface TakenVisit extends HeldVisit {
  firstAt: Date
  visits: number
  isPersons: boolean
}

/**
 * Takes the visits that were held, for the caller that puts them on record; undefined where their time has not come.
 */
export async function takeHeldVisits(
  tx: Db,
  { recipientId, device }: Pick<HeldVisit, 'recipientId' | 'device'>,
): Promise<TakenVisit | undefined> {
  const { rows } = await sql<TakenVisit>`
    delete from held_visits h where recipient_id = ${recipientId} and device = ${device} and closes_at <= now()
    returning transfer_id as "transferId", first_at as "firstAt", recipient_id as "recipientId", device, reason, ip, user_agent as "userAgent",
      is_doubtful as "isDoubtful", visits, is_doubtful and exists (
        select from events e where e.transfer_id = h.transfer_id and e.recipient_id = h.recipient_id
          and e.actor_kind = 'human' and e.kind = 'opened' and coalesce(e.device, '') = h.device and e.at >= h.first_at
      ) as "isPersons"`.execute(tx)
  return rows.map((row) => ({ ...row, userAgent: row.userAgent ?? undefined }))[0]
}

/** Forgets visits at these transfers that are not on record yet. */
export async function forgetHeldVisits(tx: Db, transferIds: readonly string[]): Promise<void> {
  await sql`delete from held_visits where transfer_id = any(${[...transferIds]}::text[])`.execute(tx)
}
