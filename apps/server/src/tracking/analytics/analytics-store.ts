import type { AttentionKind } from '@waybill/contract/tracking/analytics-endpoints'
import type { EvidenceKind } from '@waybill/contract/tracking/evidence'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { mailsToRecipient } from '../../platform/mail-transport/index.ts'
import { EXPIRING_DAYS } from '../../transfers/index.ts'

/** What needs the owner's attention, among an account's open links. */
type Db = Kysely<Database>

export interface Waiting {
  transferId: string
  slug: string
  title: string | null
  path: string
  address: string | null
  sentAt: Date
  expiresAt: Date | null
  /** The total; one more than `MOST` where there are more. */
  count: number
}

/** At most this many are counted, within this many days. */
const MOST = 100
const DAYS = 30

const isOpen = sql`t.deleted_at is null and t.paused_at is null and t.blocked_at is null
  and (t.expires_at is null or t.expires_at > now()) and r.removed_at is null and r.finished_at is null`
/** The link itself stands for all devices that used it. */
const isListed = sql`r.link_id is null and finished_by_any(r.id, r.finished_at) is null`
/** Refused, or accepted and then bounced; and no later mail succeeded. */
const hasBounced = sql`exists (
  select 1 from ${mailsToRecipient('r.id')} m where coalesce(refused_at, bounced_at) is not null
) and not exists (
  select 1 from ${mailsToRecipient('r.id')} m where accepted_at is not null and coalesce(refused_at, bounced_at) is null
    and created_at > (
      select max(created_at) from ${mailsToRecipient('r.id')} m where coalesce(refused_at, bounced_at) is not null
    )
)`

/** Recorded problems that still exist; by the newest of each recipient. */
const troubles = (accountId: string, kind: 'bounced' | 'stalled') => sql`
  (select recipient_id, max(at) as at from event_facts
    where account_id = ${accountId} and kind in ('bounced', 'stalled') and kind = ${kind}
      and at > now() - make_interval(days => ${DAYS})
    group by recipient_id) e
  join recipient_facts r on r.id = e.recipient_id join transfer_facts t on t.id = r.transfer_id and t.account_id = ${accountId}`

/** The longest wait comes first. */
const since: Record<AttentionKind, RawBuilder<unknown>> = {
  unseen: sql`t.sent_at`,
  expiring: sql`coalesce(t.expires_at, 'infinity')`,
  stalled: sql`e.at`,
  bounced: sql`e.at`,
}
/**
 * The list statuses to search. Each list status of current transfers is already in that order, and is read no further
 * than needed.
 */
const SHELVES = [0, 2]
const found: Record<AttentionKind, (accountId: string) => Array<RawBuilder<unknown>>> = {
  unseen: (accountId) =>
    SHELVES.map(
      (listStatus) => sql`
        from transfer_facts t join recipient_facts r on r.transfer_id = t.id
        where t.account_id = ${accountId} and t.list_status = ${listStatus} and t.sent_at > now() - make_interval(days => ${DAYS})
          and t.sends_at is null and ${isOpen} and ${isListed} and opened_by_any(r.id, r.opened_at) is null and not (${hasBounced})`,
    ),
  expiring: (accountId) =>
    SHELVES.map(
      (listStatus) => sql`
        from transfer_facts t join recipient_facts r on r.transfer_id = t.id
        where t.account_id = ${accountId} and t.list_status = ${listStatus} and coalesce(t.expires_at, 'infinity') > now()
          and coalesce(t.expires_at, 'infinity') <= now() + make_interval(secs => ${EXPIRING_DAYS * 86_400})
          and ${isOpen} and ${isListed}`,
    ),
  stalled: (accountId) => [
    sql`
      from ${troubles(accountId, 'stalled')}
      where ${isOpen} and e.at >= (select max(changed_at) from delivery_facts where recipient_id = r.id)`,
  ],
  bounced: (accountId) => [
    sql`
      from ${troubles(accountId, 'bounced')}
      where ${isOpen} and r.opened_at is null and ${hasBounced}`,
  ],
}

/** The first `take` of one kind. */
export async function listWaiting(db: Db, accountId: string, kind: AttentionKind, take: number): Promise<Waiting[]> {
  const parts = found[kind](accountId).map(
    (part) => sql`(
      select t.id, t.slug, t.title, t.sent_at, t.expires_at, r.address, ${since[kind]} as since, r.position as place, r.id as person
      ${part} order by since, place, person limit ${MOST + 1}
    )`,
  )
  const { rows } = await sql<Waiting>`
    with found as (
      select * from (${sql.join(parts, sql` union all `)}) parts order by since, place, person limit ${MOST + 1}
    )
    select id as "transferId", slug, title, sent_at as "sentAt", expires_at as "expiresAt", nullif(address, '') as address,
      coalesce((select path from transfer_contents where transfer_id = found.id and removed_at is null
        order by position limit 1), '') as path, (select count(*)::int from found) as count
    from found order by since, place, person limit ${take}`.execute(db)
  return rows
}

export interface RecentRow {
  id: string
  kind: string
  at: Date
  slug: string
  address: string | null
  path: string | null
  /** Consecutive files with the same event; `path` is the last. */
  file_count: number
  evidence: EvidenceKind | null
  country: string | null
  city: string | null
  timeZone: string | null
}

/** Events worth reporting; bytes in transit are not. */
const KINDS = ['sent', 'bounced', 'opened', 'forwarded', 'finished', 'stalled', 'expired']

/** How many of the last entries are summarised: files downloaded one after the other are one piece of news. */
const GATHERED = 200

/** Whether anybody has opened a transfer of the account: a recipient, or its owner who tries it out. */
export async function hasBeenOpened(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from event_facts
    where account_id = ${accountId} and kind = 'opened' and actor_kind in ('human', 'owner') limit 1`.execute(db)
  return rows.length > 0
}

/**
 * The latest events of the account's current transfers, by people and by the server; newest first. Consecutive files of
 * one recipient with the same evidence are one of them.
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

// What is shown beside counts: names of files, and how long contacts take.

export interface FileName {
  fileId: string
  path: string
  slug: string
}

/** For files in current transfers of the accounts; for a file in several, the latest transfer. */
export async function findFileNames(
  db: Db,
  accountIds: readonly string[],
  fileIds: readonly string[],
): Promise<FileName[]> {
  const { rows } = await sql<FileName>`
    select distinct on (tf.file_id) tf.file_id as "fileId", tf.path, t.slug
    from transfer_contents tf join transfer_facts t on t.id = tf.transfer_id
    where tf.file_id = any(${[...fileIds]}::text[]) and t.account_id = any(${[...accountIds]}::text[]) and t.deleted_at is null
    order by tf.file_id, t.sent_at desc`.execute(db)
  return rows
}

/** Without its folders. */
export const baseName = (found: FileName | undefined): string | null => found?.path.split('/').at(-1) ?? null

/** How long each took from sending to having everything, for what was sent within the range. */
export async function findMedians(
  db: Db,
  accountIds: readonly string[],
  addresses: readonly string[],
  within: { from: Date; to: Date },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ address: string; seconds: number }>`
    select r.address, percentile_cont(0.5) within group (
      order by extract(epoch from r.finished_at - r.created_at)
    )::float8 as seconds
    from recipient_facts r join transfer_facts t on t.id = r.transfer_id and t.account_id = any(${[...accountIds]}::text[])
    where r.address = any(${[...addresses]}::text[]) and r.finished_at is not null
      and r.created_at >= ${within.from}::timestamptz and r.created_at < ${within.to}::timestamptz
    group by r.address`.execute(db)
  return new Map(rows.map(({ address, seconds }) => [address, seconds]))
}
