import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

type Db = Kysely<Database>

export interface RecentRow {
  id: string
  kind: string
  at: Date
  slug: string
  address: string | null
  path: string | null
  country: string | null
  city: string | null
  timeZone: string | null
}

/** What is worth telling; bytes on their way are not. */
const KINDS = ['sent', 'bounced', 'opened', 'forwarded', 'finished', 'stalled', 'expired']

/** What happened last with standing transfers of the account, by people and by the server; the newest first. */
export async function listRecent(db: Db, accountId: string, take: number): Promise<RecentRow[]> {
  const { rows } = await sql<RecentRow>`
    select e.id, e.kind, e.at, t.slug, nullif(r.address, '') as address, tf.path, e.country, e.city,
      e.time_zone as "timeZone"
    from events e
    join transfers t on t.id = e.transfer_id and t.account_id = ${accountId} and t.deleted_at is null
    left join recipients r on r.id = e.recipient_id
    left join transfer_files tf on tf.transfer_id = e.transfer_id and tf.file_id = e.file_id
    where e.account_id = ${accountId} and e.lane = 'human' and e.kind = any(${KINDS}::text[])
    order by e.at desc, e.place desc limit ${take}`.execute(db)
  return rows
}
