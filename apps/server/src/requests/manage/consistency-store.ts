import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { isOfTransfer } from '../../transfers/index.ts'
import { completeUploads, uploadState } from '../../uploads/index.ts'

/** What the consistency check asks of this room's tables. */
type Db = Kysely<Database>

/** Counters of requests and suppliers that are not what they count. */
export async function listMiscounted(db: Db): Promise<Array<{ id: string; what: string }>> {
  const { rows } = await sql<{ id: string; what: string }>`
    select r.id, 'suppliers of a request' as what from requests r left join lateral (
      select count(*) as n, count(p.completed_at) as done from request_suppliers p
      where p.request_id = r.id and p.removed_at is null
    ) p on true where r.supplier_count <> p.n or r.complete_count <> p.done
    union all
    select r.id, 'answers of a request' from requests r left join lateral (
      select count(*) as n, coalesce(sum(b.file_count), 0) as files, coalesce(sum(b.bytes), 0) as bytes
      from submissions b where b.request_id = r.id
    ) b on true where r.submission_count <> b.n or r.file_count <> b.files or r.bytes <> b.bytes
    union all
    select p.id, 'answers of somebody asked' from request_suppliers p left join lateral (
      select coalesce(sum(b.file_count), 0) as files, coalesce(sum(b.bytes), 0) as bytes
      from submissions b where b.supplier_id = p.id
    ) b on true where p.file_count <> b.files or p.bytes <> b.bytes
    union all
    select p.id, 'complete and not' from request_suppliers p join requests r on r.id = p.request_id
      where (p.completed_at is not null) <> (p.missing_count = 0) and r.deleted_at is null
    union all
    select g.supplier_id, 'progress with an item' from request_progress g left join lateral (
      select count(*) as n, coalesce(sum(f.bytes), 0) as bytes from submission_files i join stored_files f on f.id = i.file_id
      where i.supplier_id = g.supplier_id and i.item_id = g.item_id and i.sent_back_at is null
    ) i on true where g.file_count <> i.n or g.bytes <> i.bytes
    union all
    select b.id, 'submission of an upload that is ' || u.state
      from submissions b cross join lateral (select ${uploadState('b.upload_id')} as state) u where u.state <> 'complete'
    union all
    select d.upload_id, 'pending submission of an upload that was submitted'
      from submission_drafts d join ${completeUploads} u on u.id = d.upload_id
    union all
    select i.file_id, 'sealed file among others, or the other way about'
      from submission_files i join requests r on r.id = i.request_id
      where (i.plain_bytes is null) <> (r.sealing is null) and r.deleted_at is null
    union all
    select i.file_id, 'size of a sealed file' from submission_files i join stored_files f on f.id = i.file_id
      where f.bytes <> 128 + i.plain_bytes + 16 * greatest(1, (i.plain_bytes + 65535) / 65536)
    order by 1 limit 1000`.execute(db)
  return rows
}

/** Suppliers, a page after `afterId`. */
export async function listTokens(
  db: Db,
  afterId: string,
  limit: number,
): Promise<Array<{ id: string; token_hash: Buffer }>> {
  return db
    .selectFrom('request_suppliers')
    .select(['id', 'token_hash'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Complete uploads that came with no submission and were sent by no transfer. */
export async function listStrayUploads(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from ${completeUploads} u
    where not ${isOfTransfer('u.id')} and not exists (select from submissions b where b.upload_id = u.id)
    order by 1 limit 1000`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many requests each account ever made. */
export async function countRequests(db: Db): Promise<Array<{ accountId: string; requests: number }>> {
  const { rows } = await sql<{ accountId: string; requests: number }>`
    select account_id as "accountId", count(*)::int as requests from requests group by 1 order by 1`.execute(db)
  return rows
}
