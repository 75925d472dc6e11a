import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { EXPIRING_DAYS } from '../list/listed-store.ts'

/** Transfers whose end has come or comes soon, each claimed once by the caller that may tell of it. */
type Db = Kysely<Database>

/** Standing transfers whose end has passed unnoted; at most `limit`, for the caller that may note them. */
export async function claimExpired(tx: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update transfers set expiry_noted_at = expires_at where id in (
      select id from transfers
      where expires_at is not null and deleted_at is null and expiry_noted_at is distinct from expires_at
        and expires_at <= now()
      order by expires_at limit ${limit} for no key update skip locked
    ) returning id`.execute(tx)
  return rows.map(({ id }) => id).sort()
}

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
      select id from transfers
      where expires_at is not null and deleted_at is null and reminded_at is null
        and expires_at > now() and expires_at <= now() + make_interval(secs => ${EXPIRING_DAYS * 86_400})
        and paused_at is null and blocked_at is null
      order by expires_at limit ${limit} for no key update skip locked
    )
    returning id as "transferId", expires_at as "expiresAt",
      round(extract(epoch from expires_at - now()) / 86400, 1)::float8 as "daysLeft"`.execute(tx)
  return rows
}
