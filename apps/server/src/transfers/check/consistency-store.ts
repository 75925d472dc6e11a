import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { completeUploads, uploadState } from '../../uploads/index.ts'

/** What the consistency check asks of transfers: rows that contradict each other, and what lists are answered from held
 * against what it is made of. Nothing here repairs it. */
type Db = Kysely<Database>

/** Transfers, their files, uploads and drafts that contradict each other. */
export async function listContradictions(db: Db): Promise<Array<{ id: string; what: string }>> {
  const { rows } = await sql<{ id: string; what: string }>`
    select t.id, 'transfer of an upload that is ' || u.state as what
      from transfers t cross join lateral (select ${uploadState('t.upload_id')} as state) u where u.state <> 'complete'
    union all
    select t.id, 'counts differ from its files' from transfers t left join lateral (
      select count(*) as n, coalesce(sum(f.bytes), 0) as bytes
      from transfer_files tf join stored_files f on f.id = tf.file_id where tf.transfer_id = t.id and tf.removed_at is null
    ) f on true where t.file_count <> f.n or t.bytes <> f.bytes
    union all
    select t.id, 'recipients do not fit' from transfers t left join lateral (
      select count(*) as n, count(address) as named from recipients r where r.transfer_id = t.id and r.link_id is null
    ) r on true where r.n = 0 or (t.send_as = 'email' and r.named <> r.n) or (t.send_as = 'link' and r.n <> r.named + 1)
    union all
    select d.id, 'a device of another link' from recipients d join recipients link on link.id = d.link_id
      where d.address is not null or link.transfer_id <> d.transfer_id or link.address is not null or link.link_id is not null
    union all
    select t.id, 'an added file is missing' from additions a join ${completeUploads} u on u.id = a.upload_id
      join transfers t on t.id = a.transfer_id join stored_files f on f.upload_id = u.id
      left join transfer_files tf on tf.transfer_id = t.id and tf.file_id = f.id where tf.file_id is null
    union all
    select t.id, 'two files under one path' from transfers t join transfer_files tf on tf.transfer_id = t.id
      where tf.removed_at is null group by t.id having count(*) <> count(distinct tf.path)
    union all
    select f.id, 'deleted but not withdrawn' from stored_files f where f.deleted_at is not null and f.withdrawn_at is null
    union all
    select f.id, 'bytes removed but not deleted' from stored_files f where f.bytes_removed_at is not null and f.deleted_at is null
    union all
    select t.id, 'bytes removed but not ended' from transfers t where t.bytes_removed_at is not null and t.deleted_at is null
    union all
    select u.id, 'draft of an upload that was sent'
      from drafts d join ${completeUploads} u on u.id = d.upload_id
    order by 1 limit 1000`.execute(db)
  return rows
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

/** Counts, list statuses, searches and received transfers that are not as they would be made anew. */
export async function listDrift(db: Db): Promise<Array<{ id: string; what: string }>> {
  const { rows } = await sql<{ id: string; what: string }>`
    select coalesce(c.account_id, t.account_id) as id,
      format('%s transfers counted with list status %s of %s, %s found', coalesce(c.transfers, 0), coalesce(c.list_status, t.list_status),
        coalesce(c.month, t.month), coalesce(t.transfers, 0)) as what
      from transfer_counts c full join (
        select account_id, list_status, to_char(sent_at at time zone 'utc', 'YYYY-MM') as month, count(*)::int as transfers
        from transfers where account_id is not null and deleted_at is null group by 1, 2, 3
      ) t using (account_id, list_status, month)
      where coalesce(c.transfers, 0) <> coalesce(t.transfers, 0)
    union all
    select coalesce(c.account_id, t.account_id),
      format('%s transfers counted with list status %s of %s, %s found', coalesce(c.transfers, 0), coalesce(c.list_status, t.list_status),
        coalesce(c.day, t.day), coalesce(t.transfers, 0))
      from transfer_day_counts c full join (
        select account_id, list_status, to_char(sent_at at time zone 'utc', 'YYYY-MM-DD') as day, count(*)::int as transfers
        from transfers where account_id is not null and deleted_at is null group by 1, 2, 3
      ) t using (account_id, list_status, day)
      where coalesce(c.transfers, 0) <> coalesce(t.transfers, 0)
    union all
    select id, 'with a wrong list status' from transfers
      where (list_status in (1, 3) and coalesce(expires_at > now(), true)) or (list_status in (2, 3)) <> (download_count > 0)
    union all
    select t.id, format('%s downloads counted, %s finished', t.download_count, coalesce(d.downloads, 0))
      from transfers t left join (
        select r.transfer_id, count(*)::int as downloads
        from delivery_facts as deliveries join recipients r on r.id = deliveries.recipient_id
        where deliveries.finished_at is not null group by 1
      ) d on d.transfer_id = t.id
      where t.download_count <> coalesce(d.downloads, 0)
    union all
    select t.id, 'a search goes by something else' from transfers t left join transfer_searches s on s.transfer_id = t.id
      where (t.account_id is not null and t.deleted_at is null) <> (s.transfer_id is not null)
        or s.account_id <> t.account_id or s.grams <> search_grams(t.account_id, t.search_text)
    union all
    select r.id, 'received and not, or not and yet' from recipients r join transfers t on t.id = r.transfer_id
      where (r.received_at is not null) <> (r.address is not null and r.removed_at is null and r.hidden_at is null
        and t.send_as = 'email' and t.deleted_at is null and t.blocked_at is null)
    order by 1 limit 1000`.execute(db)
  return rows
}

/** Files whose rows say otherwise than the first entry that has their sum. */
export async function listOffSums(db: Db): Promise<Array<{ id: string; transferId: string; place: number }>> {
  const { rows } = await sql<{ id: string; transferId: string; place: number }>`
    select f.id, told.transfer_id as "transferId", told.place from (
      select distinct on (e.transfer_id, file ->> 'id') e.transfer_id, e.place, file
      from event_facts e cross join lateral jsonb_array_elements(e.files) as file
      where e.kind = 'checked' order by e.transfer_id, file ->> 'id', e.place
    ) told join stored_files f on f.id = told.file ->> 'id'
    where encode(f.sha256, 'hex') is distinct from told.file ->> 'sha256'
      or f.bytes <> (told.file ->> 'bytes')::int8 or f.checked_at is null
    order by told.transfer_id, f.id`.execute(db)
  return rows
}
