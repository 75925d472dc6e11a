import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What the consistency check asks of this room's tables. */
type Db = Kysely<Database>

/** Transfers, their files, uploads and drafts that contradict each other. */
export async function listContradictions(db: Db): Promise<Array<{ id: string; what: string }>> {
  const { rows } = await sql<{ id: string; what: string }>`
    select u.id, 'complete upload without transfer' as what
      from uploads u left join transfers t on t.upload_id = u.id where u.state = 'complete' and t.id is null
        and not exists (select 1 from additions a where a.upload_id = u.id)
        and not exists (select 1 from inbox_batches b where b.upload_id = u.id)
    union all
    select t.id, 'transfer of an upload that is ' || u.state
      from transfers t join uploads u on u.id = t.upload_id where u.state <> 'complete'
    union all
    select t.id, 'counts differ from its files' from transfers t left join lateral (
      select count(*) as n, coalesce(sum(f.bytes), 0) as bytes
      from transfer_files tf join files f on f.id = tf.file_id where tf.transfer_id = t.id and tf.removed_at is null
    ) f on true where t.file_count <> f.n or t.bytes <> f.bytes
    union all
    select t.id, 'recipients do not fit' from transfers t left join lateral (
      select count(*) as n, count(address) as named from recipients r where r.transfer_id = t.id and r.link_id is null
    ) r on true where r.n = 0 or (t.send_as = 'email' and r.named <> r.n) or (t.send_as = 'link' and r.n <> r.named + 1)
    union all
    select d.id, 'a device of another link' from recipients d join recipients link on link.id = d.link_id
      where d.address is not null or link.transfer_id <> d.transfer_id or link.address is not null or link.link_id is not null
    union all
    select t.id, 'an added file is missing' from additions a join uploads u on u.id = a.upload_id and u.state = 'complete'
      join transfers t on t.id = a.transfer_id join files f on f.upload_id = u.id
      left join transfer_files tf on tf.transfer_id = t.id and tf.file_id = f.id where tf.file_id is null
    union all
    select t.id, 'two files under one path' from transfers t join transfer_files tf on tf.transfer_id = t.id
      where tf.removed_at is null group by t.id having count(*) <> count(distinct tf.path)
    union all
    select f.id, 'deleted but not withdrawn' from files f where f.deleted_at is not null and f.withdrawn_at is null
    union all
    select f.id, 'bytes removed but not deleted' from files f where f.bytes_removed_at is not null and f.deleted_at is null
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
  return (
    db
      .selectFrom('recipients')
      .select(['id', 'token_hash'])
      // A device of an open link has no link of its own.
      .where('link_id', 'is', null)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .execute()
  )
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

/** Transfers that accounts sent, as the transfers tell them; those that joined an account later were never counted. */
export async function countAccountSends(db: Db): Promise<Array<{ accountId: string; sends: number }>> {
  const { rows } = await sql<{ accountId: string; sends: number }>`
    select account_id as "accountId", count(*)::int as sends
    from transfers where account_id is not null and role <> 'anon' group by 1`.execute(db)
  return rows
}
