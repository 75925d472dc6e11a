import type { EvidenceKind } from '@waybill/contract/tracking/evidence'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

type Db = Kysely<Database>

export interface RecentRow {
  id: string
  kind: string
  at: Date
  slug: string
  address: string | null
  path: string | null
  /** Files of which the same happened, one after the other; `path` is the last. */
  file_count: number
  evidence: EvidenceKind | null
  country: string | null
  city: string | null
  timeZone: string | null
}

/** What is worth telling; bytes on their way are not. */
const KINDS = ['sent', 'bounced', 'opened', 'forwarded', 'finished', 'stalled', 'expired']

/** So many of the last entries are told as few: files fetched one after the other are one piece of news. */
const GATHERED = 200

/**
 * What happened last with standing transfers of the account, by people and by the server; the newest first. Files that one
 * recipient has got one after the other, on the same evidence, are one of them.
 */
export async function listRecent(db: Db, accountId: string, take: number): Promise<RecentRow[]> {
  const { rows } = await sql<RecentRow>`
    with late as (
      select *, row_number() over (order by at desc, place desc) as nth from (
        select e.id, e.kind, e.at, e.place, e.transfer_id, e.recipient_id, e.country, e.city, e.time_zone, e.evidence,
          coalesce(e.path, e.files -> 0 ->> 'path') as path, coalesce(jsonb_array_length(e.files), 1) as files, t.slug, case when e.kind = 'finished' then coalesce(e.evidence, '') else e.id end as apart
        from event_facts e
        join transfer_facts t on t.id = e.transfer_id and t.account_id = ${accountId} and t.deleted_at is null
        where e.account_id = ${accountId} and e.actor_kind = 'human' and e.kind = any(${KINDS}::text[])
        order by e.at desc, e.place desc limit ${GATHERED}
      ) newest
    ), marked as (
      select *, nth - row_number() over (partition by transfer_id, recipient_id, kind, apart order by nth) as run
      from late
    ), gathered as (
      select min(nth) as nth, sum(files)::int as file_count from marked
      group by transfer_id, recipient_id, kind, apart, run order by 1 limit ${take}
    )
    select l.id, l.kind, l.at, l.slug, nullif(r.address, '') as address, l.path, g.file_count, l.evidence, l.country, l.city,
      l.time_zone as "timeZone"
    from gathered g join late l on l.nth = g.nth
    left join recipient_facts r on r.id = l.recipient_id
    order by l.nth`.execute(db)
  return rows
}
