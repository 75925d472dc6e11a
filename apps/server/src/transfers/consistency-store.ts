import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** What the consistency check asks of this room's tables. */
type Db = Kysely<Database>

/** Transfers, uploads and drafts that contradict each other. */
export async function listContradictions(db: Db): Promise<Array<{ id: string; what: string }>> {
  const { rows } = await sql<{ id: string; what: string }>`
    select u.id, 'complete upload without transfer' as what
      from uploads u left join transfers t on t.upload_id = u.id where u.state = 'complete' and t.id is null
    union all
    select t.id, 'transfer of an upload that is ' || u.state
      from transfers t join uploads u on u.id = t.upload_id where u.state <> 'complete'
    union all
    select t.id, 'counts differ from its files' from transfers t left join lateral (
      select count(*) as n, coalesce(sum(bytes), 0) as bytes from files f where f.upload_id = t.upload_id
    ) f on true where t.file_count <> f.n or t.bytes <> f.bytes
    union all
    select t.id, 'recipients do not fit' from transfers t left join lateral (
      select count(*) as n, count(address) as named from recipients r where r.transfer_id = t.id
    ) r on true where r.n = 0 or (t.send_as = 'email' and r.named <> r.n) or (t.send_as = 'link' and (r.n <> 1 or r.named <> 0))
    union all
    select t.id, 'bytes removed but not ended' from transfers t where t.bytes_removed_at is not null and t.deleted_at is null
    union all
    select u.id, 'draft of an upload that was sent'
      from drafts d join uploads u on u.id = d.upload_id where u.state = 'complete'
    order by 1 limit 1000`.execute(db)
  return rows
}

/** Recipients, a page after `afterId`. */
export async function listRecipientTokens(
  db: Db,
  afterId: string,
  limit: number,
): Promise<Array<{ id: string; token_hash: Buffer }>> {
  return db
    .selectFrom('recipients')
    .select(['id', 'token_hash'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Anonymous sends as the transfers tell them. */
export async function countSends(
  db: Db,
): Promise<Array<{ address: string; deviceId: string | null; network: string; sends: number }>> {
  const { rows } = await sql<{ address: string; deviceId: string | null; network: string; sends: number }>`
    select sender_address as address, device_id as "deviceId", network, count(*)::int as sends
    from transfers where role = 'anon' group by 1, 2, 3`.execute(db)
  return rows
}
