import type { Language } from '@waybill/contract/core/fields'
import type { AlertMode } from '@waybill/contract/tracking/alerts'
import { type EvidenceKind, weakestOnRecord } from '@waybill/contract/tracking/evidence'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { alertModeOf, alertsSince, senderMailbox } from '../../transfers/index.ts'
import { readLedgerLength } from '../ledger/index.ts'
import { senderLanguage } from '../tracking-store.ts'

/** The content of mails that list events: one mail reports each entry of a ledger. */
type Db = Kysely<Database>

export interface AlertedTransfer {
  slug: string
  title: string | null
  accountId: string | null
  /** The mailbox that the sender's mails go to. */
  senderAddress: string
  senderLanguage: Language
  senderTimeZone: string | null
  alerts: AlertMode
}

/** Undefined where it was deleted or its sender never proved the address. */
export async function findAlerted(db: Db, transferId: string): Promise<AlertedTransfer | undefined> {
  const row = await db
    .selectFrom('transfer_facts as transfers')
    .leftJoin('account_facts as accounts', 'accounts.id', 'transfers.account_id')
    .select(['transfers.slug', 'transfers.title', 'transfers.account_id as accountId'])
    .select(senderMailbox.as('senderAddress'))
    .select(['transfers.sender_language', 'transfers.sender_time_zone as senderTimeZone', alertModeOf.as('alerts')])
    .where('transfers.id', '=', transferId)
    .where('transfers.deleted_at', 'is', null)
    .where('transfers.sender_proven', '=', true)
    .executeTakeFirst()
  if (!row) return undefined
  const { sender_language, ...found } = row
  return { ...found, senderLanguage: senderLanguage(sender_language) }
}

export interface Whereabouts {
  country: string | null
  city: string | null
  timeZone: string | null
}

export interface Opening extends Whereabouts {
  recipientId: string
  address: string | null
  openedAt: Date
  device: string | null
}

/**
 * Claims first openings by people, since the sender has wanted to hear about them: once each, for the caller that may
 * report them.
 */
export async function claimOpenings(tx: Db, transferId: string): Promise<Opening[]> {
  const { rows } = await sql<Opening>`
    with told as (
      insert into alerts (transfer_id, recipient_id, kind)
      select r.transfer_id, r.id, 'opened'
      from recipient_facts r join transfer_facts as transfers on transfers.id = r.transfer_id
      left join account_facts as accounts on accounts.id = transfers.account_id
      where r.transfer_id = ${transferId} and r.opened_at >= coalesce(${alertsSince}, '-infinity')
      order by r.id on conflict do nothing returning recipient_id
    )
    select r.id as "recipientId", nullif(r.address, '') as address, r.opened_at as "openedAt", seen.country, seen.city,
      seen.time_zone as "timeZone", seen.device
    from told join recipient_facts r on r.id = told.recipient_id
    left join lateral (
      select country, city, time_zone, device from event_facts
      where transfer_id = ${transferId} and recipient_id = r.id and actor_kind = 'human' and kind = 'opened'
      order by place limit 1
    ) seen on true
    order by r.opened_at, r.position`.execute(tx)
  return rows
}

export interface Mark {
  /** Entries after these positions of the ledger are not reported yet. */
  place: number
  /** The ledger's end. */
  end: number
  /** Since the last mail; null: there was none. */
  mailSeconds: number | null
}

/** How far the ledger has been reported, locked until the transaction ends. */
export async function holdMark(tx: Db, transferId: string): Promise<Mark> {
  await sql`insert into alert_marks (transfer_id) values (${transferId}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<Omit<Mark, 'end'>>`
    select place, extract(epoch from now() - mailed_at)::float8 as "mailSeconds"
    from alert_marks where transfer_id = ${transferId} for update`.execute(tx)
  const [mark] = rows
  if (!mark) throw new Error(`The mark of ${transferId} is gone`)
  return { ...mark, end: await readLedgerLength(tx, transferId) }
}

export async function moveMark(tx: Db, transferId: string, place: number): Promise<void> {
  await sql`update alert_marks set place = ${place}, mailed_at = now() where transfer_id = ${transferId}`.execute(tx)
}

export interface FinishedDownload extends Whereabouts {
  address: string | null
  /** Null: some files as one zip. */
  path: string | null
  /** Of the zip. */
  fileCount: number
  bytes: number
  isAgain: boolean
  evidence: EvidenceKind | null
  doubtBytes: number
  at: Date
  /** How many there are in all. */
  count: number
}

/**
 * Whether an entry `e` repeats a complete download of what its recipient already had: of one file, or of several as one
 * zip.
 */
export const isRepeat = sql<boolean>`(e.kind = 'delivered' and coalesce(e.detail ~ '^again', false))`

/** Of `events e`: what people finished after a mark, since the sender has wanted to hear about it. */
const isTold = (transferId: string, { place, end }: Pick<Mark, 'place' | 'end'>) => sql`
  e.transfer_id = ${transferId} and e.place > ${place} and e.place <= ${end} and e.actor_kind = 'human'
  and e.at >= coalesce(${alertsSince}, '-infinity') and (e.kind = 'finished' or ${isRepeat})`

/** What people finished after the mark, since the sender has wanted to hear about it; the first `take` entries. */
export async function listFinished(
  db: Db,
  transferId: string,
  mark: Pick<Mark, 'place' | 'end'>,
  take: number,
): Promise<FinishedDownload[]> {
  const { rows } = await sql<FinishedDownload>`
    select recipient_label(r.address, r.device, r.city) as address, e.path,
      coalesce(f.bytes, e.bytes, (select sum((file ->> 'bytes')::int8) from jsonb_array_elements(e.files) as file), 0)::int8
        as bytes,
      coalesce(jsonb_array_length(e.files), substring(e.detail from '^again ([0-9]+)$')::int, 1) as "fileCount",
      e.kind = 'delivered' as "isAgain", e.evidence, coalesce(e.doubt_bytes, 0)::int8 as "doubtBytes", e.at, e.country, e.city, e.time_zone as "timeZone",
      count(*) over ()::int as count
    from event_facts e
    join transfer_facts as transfers on transfers.id = e.transfer_id
    left join account_facts as accounts on accounts.id = transfers.account_id
    left join recipient_facts r on r.id = e.recipient_id
    left join stored_files f on f.id = e.file_id
    where ${isTold(transferId, mark)} order by e.place limit ${take}`.execute(db)
  return rows
}

/** What one recipient finished of a transfer. */
export interface Downloads extends Whereabouts {
  address: string | null
  fileCount: number
  bytes: number
  hasRepeated: boolean
  /** The weakest evidence; null where one of them has none. */
  evidence: EvidenceKind | null
  doubtBytes: number
  lastAt: Date
  /** How many people there are in all. */
  count: number
}

/** The same, grouped by person; the latest first. */
export async function listDownloaders(
  db: Db,
  transferId: string,
  mark: Pick<Mark, 'place' | 'end'>,
  take: number,
): Promise<Downloads[]> {
  const latest = (column: string) => sql`(array_agg(${sql.ref(column)} order by (e.country is null), e.place desc))[1]`
  const { rows } = await sql<Downloads & { evidences: Array<EvidenceKind | null> }>`
    select recipient_label(r.address, r.device, r.city) as address,
      coalesce(sum(coalesce(jsonb_array_length(e.files), 1)) filter (where e.kind = 'finished'), 0)::int as "fileCount",
      coalesce(sum(coalesce(f.bytes, (select sum((file ->> 'bytes')::int8) from jsonb_array_elements(e.files) as file), 0))
        filter (where e.kind = 'finished'), 0)::int8 as bytes,
      bool_or(${isRepeat}) as "hasRepeated",
      array_agg(distinct e.evidence) as evidences, coalesce(sum(e.doubt_bytes), 0)::int8 as "doubtBytes", max(e.at) as "lastAt", ${latest('e.country')} as country,
      ${latest('e.city')} as city, ${latest('e.time_zone')} as "timeZone", count(*) over ()::int as count
    from event_facts e
    join transfer_facts as transfers on transfers.id = e.transfer_id
    left join account_facts as accounts on accounts.id = transfers.account_id
    left join recipient_facts r on r.id = e.recipient_id
    left join stored_files f on f.id = e.file_id
    where ${isTold(transferId, mark)}
    group by r.id, r.address, r.device, r.city, e.recipient_id order by max(e.place) desc limit ${take}`.execute(db)
  return rows.map(({ evidences, ...person }) => ({ ...person, evidence: weakestOnRecord(evidences) }))
}

export interface Known {
  /** The weakest evidence of the entries; null where one of them has none. */
  evidence: EvidenceKind | null
  doubtBytes: number
}

/** The evidence that a recipient has these files, from the entries about them. */
export async function readKnown(
  tx: Kysely<Database>,
  { recipientId, transferId }: { recipientId: string; transferId: string },
  fileIds: readonly string[],
): Promise<Known> {
  const { rows } = await sql<{ kinds: Array<EvidenceKind | null>; doubtBytes: number }>`
    select coalesce(array_agg(distinct e.evidence), '{}') as kinds,
      coalesce(sum(e.doubt_bytes), 0)::int8 as "doubtBytes"
    from event_facts e
    where e.transfer_id = ${transferId} and e.recipient_id = ${recipientId} and e.actor_kind = 'human' and e.kind = 'finished'
      and exists (select from files_counted(e.kind, e.file_id, e.files) as file (id)
        where file.id = any(${[...fileIds]}::text[]))`.execute(tx)
  const { kinds, doubtBytes } = rows[0] ?? { kinds: [], doubtBytes: 0 }
  return { evidence: weakestOnRecord(kinds), doubtBytes }
}

// What the server notices by itself and records once.

/** Whether a stall of the recipient has been recorded since their last byte was sent. */
export async function isStallNoted(tx: Db, recipientId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from recipient_facts r join event_facts e on e.transfer_id = r.transfer_id and e.recipient_id = r.id
    where r.id = ${recipientId} and e.kind = 'stalled'
      and e.at >= (select max(changed_at) from delivery_facts where recipient_id = r.id)
    limit 1`.execute(tx)
  return rows.length > 0
}

// Recipients who have not downloaded a transfer that expires soon.

export interface Unfetched {
  recipientId: string
  /** Null: anyone with the link. */
  address: string | null
  hasOpened: boolean
  /** How many there are in all. */
  count: number
}

/** Recipients who do not have everything; the first `take` of them. */
export async function listUnfetched(db: Db, transferId: string, take: number): Promise<Unfetched[]> {
  const { rows } = await sql<Unfetched>`
    select id as "recipientId", nullif(address, '') as address, opened_by_any(id, opened_at) is not null as "hasOpened",
      count(*) over ()::int as count
    from recipient_facts
    where transfer_id = ${transferId} and removed_at is null and link_id is null
      and finished_by_any(id, finished_at) is null
    order by position, created_at, id limit ${take}`.execute(db)
  return rows
}

/** The slug of a transfer, deleted ones too: their last mails may still be on the way. */
export async function findSlug(db: Kysely<Database>, transferId: string): Promise<string | null> {
  const row = await db.selectFrom('transfer_facts').select('slug').where('id', '=', transferId).executeTakeFirst()
  return row?.slug ?? null
}
