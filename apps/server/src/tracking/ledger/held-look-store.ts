import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Looks of machines that are not on record yet. */
type Db = Kysely<Database>

export interface HeldLook {
  transferId: string
  recipientId: string
  device: string
  reason: string
  ip: string
  userAgent: string | undefined
  isDoubtful: boolean
}

/** Counts a look among those that are held, where there are some; else begins to hold, from `looks` on. True where it began. */
export async function holdLook(tx: Db, look: HeldLook, { looks, seconds }: { looks: number; seconds: number }) {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into held_looks as h
      (recipient_id, device, transfer_id, reason, ip, user_agent, looks, is_doubtful, closes_at)
    values (${look.recipientId}, ${look.device}, ${look.transferId}, ${look.reason}, ${look.ip},
      ${look.userAgent ?? null}, ${looks}, ${look.isDoubtful}, now() + make_interval(secs => ${seconds}))
    on conflict (recipient_id, device) do update set looks = h.looks + 1
    returning xmax = 0 as is_new`.execute(tx)
  return rows[0]?.is_new ?? false
}

interface TakenLook extends HeldLook {
  firstAt: Date
  looks: number
  isPersons: boolean
}

/** Takes the looks that were held, for the caller that puts them on record; undefined where their time has not come. */
export async function takeHeldLooks(
  tx: Db,
  { recipientId, device }: Pick<HeldLook, 'recipientId' | 'device'>,
): Promise<TakenLook | undefined> {
  const { rows } = await sql<TakenLook>`
    delete from held_looks h where recipient_id = ${recipientId} and device = ${device} and closes_at <= now()
    returning transfer_id as "transferId", first_at as "firstAt", recipient_id as "recipientId", device, reason, ip, user_agent as "userAgent",
      is_doubtful as "isDoubtful", looks, is_doubtful and exists (
        select from events e where e.transfer_id = h.transfer_id and e.recipient_id = h.recipient_id
          and e.actor_kind = 'human' and e.kind = 'opened' and coalesce(e.device, '') = h.device and e.at >= h.first_at
      ) as "isPersons"`.execute(tx)
  return rows.map((row) => ({ ...row, userAgent: row.userAgent ?? undefined }))[0]
}

/** Forgets looks at these transfers that are not on record yet. */
export async function forgetHeldLooks(tx: Db, transferIds: readonly string[]): Promise<void> {
  await sql`delete from held_looks where transfer_id = any(${[...transferIds]}::text[])`.execute(tx)
}
