import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Who has not fetched a transfer that ends soon. */
type Db = Kysely<Database>

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
