import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What lists are answered from, held against what it is made of. The database keeps it; nothing here repairs it. */
type Db = Kysely<Database>

/** Counts, shelves, searches and received transfers that are not as they would be made anew. */
export async function listDrift(db: Db): Promise<Array<{ id: string; what: string }>> {
  const { rows } = await sql<{ id: string; what: string }>`
    select coalesce(c.account_id, t.account_id) as id,
      format('%s transfers counted on shelf %s of %s, %s found', coalesce(c.transfers, 0), coalesce(c.shelf, t.shelf),
        coalesce(c.month, t.month), coalesce(t.transfers, 0)) as what
      from transfer_counts c full join (
        select account_id, shelf, to_char(sent_at at time zone 'utc', 'YYYY-MM') as month, count(*)::int as transfers
        from transfers where account_id is not null and deleted_at is null group by 1, 2, 3
      ) t using (account_id, shelf, month)
      where coalesce(c.transfers, 0) <> coalesce(t.transfers, 0)
    union all
    select coalesce(c.account_id, t.account_id),
      format('%s transfers counted on shelf %s of %s, %s found', coalesce(c.transfers, 0), coalesce(c.shelf, t.shelf),
        coalesce(c.day, t.day), coalesce(t.transfers, 0))
      from transfer_day_counts c full join (
        select account_id, shelf, to_char(sent_at at time zone 'utc', 'YYYY-MM-DD') as day, count(*)::int as transfers
        from transfers where account_id is not null and deleted_at is null group by 1, 2, 3
      ) t using (account_id, shelf, day)
      where coalesce(c.transfers, 0) <> coalesce(t.transfers, 0)
    union all
    select id, 'on a wrong shelf' from transfers
      where (shelf in (1, 3) and coalesce(expires_at > now(), true)) or (shelf in (2, 3)) <> (download_count > 0)
    union all
    select t.id, format('%s downloads counted, %s finished', t.download_count, coalesce(d.downloads, 0))
      from transfers t left join (
        select r.transfer_id, count(*)::int as downloads
        from deliveries join recipients r on r.id = deliveries.recipient_id
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
