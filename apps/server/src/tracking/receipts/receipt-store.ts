import type { EvidenceKind } from '@waybill/contract/tracking/evidence'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { chainStart, type EventRow, LedgerWalk, ledgerHeads, personDigests } from '../ledger/index.ts'
import { addFact, type EntryFacts, noFacts } from './entry-facts.ts'

/** The data of a receipt, all of it as of one moment. */
type Db = Kysely<Database>

export interface ReceiptHead {
  id: string
  slug: string
  /** As the sender gave it. */
  title: string | null
  sendAs: 'email' | 'link'
  sentAt: Date
  expiresAt: Date | null
  address: string | null
  name: string | null
  company: string | null
  isProven: boolean
  timeZone: string | null
  country: string | null
  city: string | null
  salt: Buffer | null
  digest: Buffer | null
  ledgerLength: number
  ledgerHead: Buffer | null
  headSignature: Buffer | null
  headSignedBy: string | null
  issuedAt: Date
}

export interface ReceiptRecipient {
  id: string
  address: string | null
  name: string | null
  company: string | null
  addedAt: Date
  openedAt: Date | null
  isRemoved: boolean
  salt: Buffer | null
  digest: Buffer | null
}

export interface ReceiptFileRow {
  id: string
  path: string
  bytes: number
  sha256: Buffer | null
  isWithdrawn: boolean
  /** Its upload ended before it was there. */
  isMissing: boolean
  addedAt: Date
  removedAt: Date | null
  replacesId: string | null
  /** Its stored bytes were read, and equal what was sent. */
  isChecked: boolean
  deliveredBytes: number
  /** The number of bytes in the arrived ranges. */
  rangedBytes: number
  /** In answers that are in progress, or stored because some of their bytes are in doubt. */
  answeredBytes: number
  beganAt: Date | null
  finishedAt: Date | null
  doubtBytes: number
  /** The evidence of a finished delivery. */
  evidence: EvidenceKind | null
}

/** `before`: the hash of the entry before it in the whole ledger. `text`: the hashed text. */
export type ReceiptEntryRow = EventRow & { before: Buffer; text: string }

export interface ReceiptRows extends OwnEntries {
  transfer: ReceiptHead
  recipient: ReceiptRecipient
  files: ReceiptFileRow[]
}

/** The ledger's entries about one recipient and the transfer as a whole. */
export interface OwnEntries {
  entries: ReceiptEntryRow[]
  /** The hash that the first entry builds on. */
  start: Buffer
  /** How many there are beyond `entries`. */
  leftOut: number
  /** From all of them. */
  facts: EntryFacts
  /** When the first entry of the whole ledger happened. */
  firstAt: Date | null
  /** The first invalid entry of the whole ledger; null where all are valid. */
  brokenPlace: number | null
}

export interface ReceiptOf {
  accountId: string
  transferId: string
  recipientId: string
  /** The most entries to read. */
  maxEntries: number
}

/** The transfer's rows for one recipient; or the name of what the account lacks. */
export async function readReceiptRows(db: Db, of: ReceiptOf): Promise<ReceiptRows | 'transfer' | 'recipient'> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const transfer = await findHead(tx, of)
      if (transfer === null) return 'transfer'
      const recipient = await findReceiver(tx, of)
      if (recipient === null) return 'recipient'
      const files = await listFiles(tx, of)
      const own = await walkLedger(tx, of, { length: transfer.ledgerLength, head: transfer.ledgerHead })
      return { transfer, recipient, files, ...own }
    })
}

/** The number of files and entries of the transfer, for all recipients. */
export async function countReceiptRows(db: Db, { transferId }: Pick<ReceiptOf, 'transferId'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from transfer_contents where transfer_id = ${transferId})
      + (select count(*) from event_facts where transfer_id = ${transferId}))::int as count`.execute(db)
  return rows[0]?.count ?? 0
}

async function findHead(tx: Db, { accountId, transferId }: ReceiptOf): Promise<ReceiptHead | null> {
  const { rows } = await sql<ReceiptHead>`
    select t.id, t.slug, nullif(t.title, '') as title, t.send_as as "sendAs", t.sent_at as "sentAt", t.expires_at as "expiresAt",
      nullif(t.sender_address, '') as address, t.sender_name as name, t.sender_company as company,
      t.sender_proven as "isProven", t.sender_time_zone as "timeZone", t.sender_country as country,
      t.sender_city as city, i.salt, i.digest, coalesce(l.length, 0) as "ledgerLength", l.head as "ledgerHead",
      l.signature as "headSignature", l.signed_by as "headSignedBy",
      date_trunc('milliseconds', clock_timestamp()) as "issuedAt"
    from transfer_facts t
    left join ${ledgerHeads} l on l.transfer_id = t.id
    left join ${personDigests} i on i.transfer_id = t.id and i.subject = 'sender'
    where t.id = ${transferId} and sees_transfer(t.id, ${accountId}) and t.record_erased_at is null`.execute(tx)
  return rows[0] ?? null
}

async function findReceiver(tx: Db, { transferId, recipientId }: ReceiptOf): Promise<ReceiptRecipient | null> {
  const { rows } = await sql<ReceiptRecipient>`
    select r.id, nullif(r.address, '') as address,
      coalesce(r.name, case when r.link_id is not null then recipient_label(null, r.device, r.city) end) as name, r.company, r.created_at as "addedAt",
      r.opened_at as "openedAt", r.removed_at is not null as "isRemoved", i.salt, i.digest
    from recipient_facts r
    left join ${personDigests} i on i.transfer_id = r.transfer_id and i.subject = r.id
    where r.id = ${recipientId} and r.transfer_id = ${transferId}`.execute(tx)
  return rows[0] ?? null
}

/**
 * A file that its sender deleted counts as removed from the transfer, unless it was deleted with the transfer itself;
 * withdrawn is a file whose stored bytes differ from what was sent.
 */
async function listFiles(tx: Db, { transferId, recipientId }: ReceiptOf): Promise<ReceiptFileRow[]> {
  const { rows } = await sql<ReceiptFileRow>`
    select f.id, tf.path, f.bytes, f.sha256, tf.added_at as "addedAt",
      f.withdrawn_at is not null and coalesce(f.withdrawn_because not in ('deleted', 'missing'), true) as "isWithdrawn",
      coalesce(f.withdrawn_because = 'missing', false) as "isMissing",
      coalesce(tf.removed_at, case when f.withdrawn_because = 'deleted'
        and f.withdrawn_at < coalesce(t.deleted_at, 'infinity') then f.withdrawn_at end) as "removedAt",
      tf.replaces_file_id as "replacesId", coalesce(d.bytes, 0) as "deliveredBytes",
      d.began_at as "beganAt", d.finished_at as "finishedAt", f.checked_at is not null as "isChecked",
      (select coalesce(sum(upper(r) - lower(r)), 0)::int8 from unnest(d.ranges) as r) as "rangedBytes",
      case when d.finished_at is null and d.bytes > 0 then d.answered_bytes else 0 end as "answeredBytes",
      coalesce(d.doubt_bytes, 0) as "doubtBytes", d.evidence
    from transfer_contents tf
    join transfer_facts t on t.id = tf.transfer_id
    join stored_files f on f.id = tf.file_id
    left join delivery_facts d on d.file_id = f.id and d.recipient_id = ${recipientId}
    where tf.transfer_id = ${transferId} order by tf.position, tf.added_at, f.id`.execute(tx)
  return rows
}

/** Passed to the walk at once: a few milliseconds of hashing, with other calls in between. */
const PAGE_ENTRIES = 500

/**
 * Reads the whole ledger and hashes it again. If there are too many entries about the recipient or the transfer, drops
 * those of machines first, then the latest.
 */
async function walkLedger(
  tx: Db,
  { transferId, recipientId, maxEntries }: ReceiptOf,
  end: { length: number; head: Buffer | null },
): Promise<OwnEntries> {
  const walk = new LedgerWalk(transferId)
  const facts = noFacts()
  const own: ReceiptEntryRow[] = []
  const machines: ReceiptEntryRow[] = []
  let total = 0
  let firstAt: Date | null = null
  for await (const rows of eachEntry(tx, transferId)) {
    for (const row of rows) {
      const hashed = walk.take(row)
      firstAt ??= row.at
      if (row.recipient_id !== null && row.recipient_id !== recipientId) continue
      total += 1
      addFact(facts, row)
      const shown = row.actor_kind === 'human' ? own : machines
      if (shown.length < maxEntries) shown.push({ ...row, ...hashed })
    }
  }
  const entries = [...own, ...machines.slice(0, Math.max(0, maxEntries - own.length))]
  const inOrder = entries.toSorted((one, other) => one.place - other.place)
  return {
    entries: inOrder,
    start: chainStart(transferId),
    leftOut: total - entries.length,
    facts,
    firstAt,
    brokenPlace: walk.brokenAt(end),
  }
}

/** Every entry, by position; returns both of two entries that claim the same position. */
async function* eachEntry(tx: Db, transferId: string): AsyncGenerator<EventRow[]> {
  for (let [place, id] = [0, '']; ; ) {
    const rows = await tx
      .selectFrom('event_facts as events')
      .selectAll()
      .where('transfer_id', '=', transferId)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('place', 'id'), '>', tuple(place, id)))
      .orderBy('place')
      .orderBy('id')
      .limit(PAGE_ENTRIES)
      .execute()
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_ENTRIES) return
    ;[place, id] = [last.place, last.id]
  }
}
