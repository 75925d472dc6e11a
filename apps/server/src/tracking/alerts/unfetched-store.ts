import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { EXPIRING_DAYS } from '../../transfers/index.ts'

/** Transfers that end soon, and who has not fetched them. */
type Db = Kysely<Database>

export interface Ending {
  transferId: string
  expiresAt: Date
  /** To one decimal. */
  daysLeft: number
}

/** Links that open and end soon, each once; at most `limit`, for the caller that may remind their senders. */
export async function claimUnreminded(tx: Db, limit: number): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    update transfers set reminded_at = now() where id in (
      select id from transfer_facts
      where expires_at is not null and deleted_at is null and reminded_at is null
        and expires_at > now() and expires_at <= now() + make_interval(secs => ${EXPIRING_DAYS * 86_400})
        and paused_at is null and blocked_at is null
      order by expires_at limit ${limit} for no key update skip locked
    )
    returning id as "transferId", expires_at as "expiresAt",
      round(extract(epoch from expires_at - now()) / 86400, 1)::float8 as "daysLeft"`.execute(tx)
  return rows
}

export interface Unfetched {
  /** Null: whoever holds the link. */
  address: string | null
  hasOpened: boolean
  /** How many there are in all. */
  count: number
}

/** Recipients who do not have everything; the first `take` of them. */
export async function listUnfetched(db: Db, transferId: string, take: number): Promise<Unfetched[]> {
  const { rows } = await sql<Unfetched>`
    select nullif(address, '') as address, opened_by_any(id, opened_at) is not null as "hasOpened", count(*) over ()::int as count
    from recipient_facts
    where transfer_id = ${transferId} and removed_at is null and link_id is null
      and finished_by_any(id, finished_at) is null
    order by position, created_at, id limit ${take}`.execute(db)
  return rows
}
