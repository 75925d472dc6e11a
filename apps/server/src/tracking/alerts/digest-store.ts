import type { Language } from '@waybill/contract/core/fields'
import { type EvidenceKind, weakestOnRecord } from '@waybill/contract/tracking/evidence'
import { type Kysely, sql } from 'kysely'
import { holdDigest } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { alertModeOf, alertsSince } from '../../transfers/index.ts'
import { senderLanguage } from '../tracking-store.ts'
import { isRepeat, type Whereabouts } from './alert-store.ts'

/** The content of daily digests. */
type Db = Kysely<Database>

/** Days are 23 hours long where clocks go forward. */
const SHORTEST_DAY_HOURS = 23
/** No entry is saved later than this. */
const LATEST_DAYS = 2

const savedAt = sql`(e.at + make_interval(secs => coalesce(e.late_ms, 0) / 1000.0))`

export interface DigestReader {
  id: string
  email: string
  language: Language
  timeZone: string | null
  /** The end of the last reported day; null: none yet. */
  digestedAt: Date | null
  /** The database's clock. */
  now: Date
}

const readerColumns = sql`id, email, language, time_zone as "timeZone", digested_at as "digestedAt", now() as now`
const presentReader = (row: DigestReader): DigestReader => ({ ...row, language: senderLanguage(row.language) })

/** Accounts that want a digest of anything and had none for about a day, in order of id: `take` after `after`. */
export async function listDigestReaders(db: Db, after: string, take: number): Promise<DigestReader[]> {
  const { rows } = await sql<DigestReader>`
    select ${readerColumns} from account_facts
    where id in (
      select id from account_facts where alert_mode = 'digest' and deleted_at is null
      union select account_id from transfer_facts where alert_mode = 'digest' and deleted_at is null
    ) and deleted_at is null and email is not null and id > ${after}
      and (digested_at is null or digested_at <= now() - make_interval(hours => ${SHORTEST_DAY_HOURS}))
    order by id limit ${take}`.execute(db)
  return rows.map(presentReader)
}

/** One of them, locked until the transaction ends; undefined where the account is gone. */
export async function holdDigestReader(tx: Db, accountId: string): Promise<DigestReader | undefined> {
  await holdDigest(tx, accountId)
  const { rows } = await sql<DigestReader>`
    select ${readerColumns} from account_facts
    where id = ${accountId} and deleted_at is null and email is not null`.execute(tx)
  return rows.map(presentReader)[0]
}

/** What one person did with one transfer of the account. */
export interface Deeds extends Whereabouts {
  transferId: string
  slug: string
  /** The transfer's own title. */
  title: string | null
  fileName: string
  fileCount: number
  address: string | null
  hasOpened: boolean
  finishedCount: number
  hasRepeated: boolean
  isStalled: boolean
  /** The weakest evidence for what they downloaded; null where it is not on record, or they downloaded nothing. */
  evidence: EvidenceKind | null
  doubtBytes: number
  lastAt: Date
  /** How many people acted on the transfer, and how many transfers have news. */
  personCount: number
  transferCount: number
}

/**
 * What people did within a period with those transfers of the account that belong in its digest: at most `transfers` of
 * them and `people` for each, the latest first.
 */
export async function listDeeds(
  db: Db,
  accountId: string,
  { from, until, transfers, people }: { from: Date | null; until: Date; transfers: number; people: number },
): Promise<Deeds[]> {
  const { rows } = await sql<Deeds & { evidences: Array<EvidenceKind | null> | null }>`
    with deeds as (
      select e.transfer_id, e.recipient_id, e.kind, e.at, e.place, e.country, e.city, e.time_zone, e.evidence, e.doubt_bytes,
        coalesce(jsonb_array_length(e.files), 1) as files, ${isRepeat} as is_repeat
      from event_facts e
      join transfer_facts as transfers on transfers.id = e.transfer_id and transfers.deleted_at is null
      join account_facts as accounts on accounts.id = transfers.account_id
      where e.account_id = ${accountId} and transfers.account_id = ${accountId} and e.actor_kind = 'human'
        and e.recipient_id is not null and e.kind in ('opened', 'finished', 'stalled', 'delivered')
        -- What was saved late belongs to the day on which it was saved: the one it happened on is told already.
        and e.at > coalesce(${from}::timestamptz - make_interval(days => ${LATEST_DAYS}), '-infinity')
        and ${savedAt} > coalesce(${from}::timestamptz, '-infinity') and ${savedAt} <= ${until}::timestamptz
        and e.at >= coalesce(${alertsSince}, '-infinity') and ${alertModeOf} = 'digest'
    ), people as (
      select transfer_id, recipient_id, bool_or(kind = 'opened') as has_opened,
        coalesce(sum(files) filter (where kind = 'finished'), 0)::int as finished_count, bool_or(is_repeat) as has_repeated,
        bool_or(kind = 'stalled') as has_stalled,
        array_agg(distinct evidence) filter (where kind in ('finished', 'delivered')) as evidences,
        coalesce(sum(doubt_bytes) filter (where kind = 'finished'), 0)::int8 as doubt_bytes, max(at) as last_at,
        (array_agg(country order by (country is null), place desc))[1] as country,
        (array_agg(city order by (country is null), place desc))[1] as city,
        (array_agg(time_zone order by (country is null), place desc))[1] as time_zone
      from deeds where kind <> 'delivered' or is_repeat group by transfer_id, recipient_id
    ), latest as (
      select transfer_id, max(last_at) as at, count(*)::int as person_count, count(*) over ()::int as transfer_count
      from people group by transfer_id order by 2 desc, 1 limit ${transfers}
    ), ranked as (
      select p.*, row_number() over (partition by p.transfer_id order by p.last_at desc, p.recipient_id) as nth
      from people p join latest using (transfer_id)
    )
    select t.id as "transferId", t.slug, t.title, first.path as "fileName", t.file_count as "fileCount",
      recipient_label(r.address, r.device, r.city) as address, p.has_opened as "hasOpened", p.finished_count as "finishedCount",
      p.has_repeated as "hasRepeated", p.has_stalled and r.finished_at is null as "isStalled", p.evidences, p.doubt_bytes as "doubtBytes",
      p.last_at as "lastAt", p.country, p.city, p.time_zone as "timeZone", latest.person_count as "personCount",
      latest.transfer_count as "transferCount"
    from ranked p join latest on latest.transfer_id = p.transfer_id
    join transfer_facts t on t.id = p.transfer_id
    join recipient_facts r on r.id = p.recipient_id
    cross join lateral (
      select coalesce(min(path), '') as path from (
        select path from transfer_contents where transfer_id = t.id and removed_at is null order by position limit 1
      ) named
    ) first
    where p.nth <= ${people} order by latest.at desc, t.id, p.nth`.execute(db)
  return rows.map(({ evidences, ...deeds }) => ({ ...deeds, evidence: weakestOnRecord(evidences ?? []) }))
}
