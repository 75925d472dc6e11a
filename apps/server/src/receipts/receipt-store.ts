import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { EventRow } from '../events/index.ts'

/** What a receipt is made from, all of it as of one moment. */
type Db = Kysely<Database>

export interface ReceiptHead {
  id: string
  slug: string
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
  addedAt: Date
  removedAt: Date | null
  replacesId: string | null
  deliveredBytes: number
  beganAt: Date | null
  finishedAt: Date | null
}

/** `before`: the hash of the entry before it in the whole ledger; null for the first. */
export type ReceiptEntryRow = EventRow & { before: Buffer | null }

export interface ReceiptRows {
  transfer: ReceiptHead
  recipient: ReceiptRecipient
  files: ReceiptFileRow[]
  entries: ReceiptEntryRow[]
  /** How many there are beyond `entries`. */
  leftOut: number
}

export interface ReceiptOf {
  accountId: string
  transferId: string
  recipientId: string
  /** Most entries to read. */
  maxEntries: number
}

/** The transfer's rows for one recipient; the name of what the account does not have, where it lacks one. */
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
      const { entries, total } = await listOwnEntries(tx, of)
      return { transfer, recipient, files, entries, leftOut: total - entries.length }
    })
}

/** Files and entries of the transfer, whoever they are about. */
export async function countReceiptRows(db: Db, { transferId }: Pick<ReceiptOf, 'transferId'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from transfer_files where transfer_id = ${transferId})
      + (select count(*) from events where transfer_id = ${transferId}))::int as count`.execute(db)
  return rows[0]?.count ?? 0
}

async function findHead(tx: Db, { accountId, transferId }: ReceiptOf): Promise<ReceiptHead | null> {
  const { rows } = await sql<ReceiptHead>`
    select t.id, t.slug, t.send_as as "sendAs", t.sent_at as "sentAt", t.expires_at as "expiresAt",
      nullif(t.sender_address, '') as address, t.sender_name as name, t.sender_company as company,
      t.sender_proven as "isProven", t.sender_time_zone as "timeZone", t.sender_country as country,
      t.sender_city as city, i.salt, i.digest, coalesce(l.length, 0) as "ledgerLength", l.head as "ledgerHead",
      date_trunc('milliseconds', clock_timestamp()) as "issuedAt"
    from transfers t
    left join ledgers l on l.transfer_id = t.id
    left join identities i on i.transfer_id = t.id and i.subject = 'sender'
    where t.id = ${transferId} and t.account_id = ${accountId} and t.record_erased_at is null`.execute(tx)
  return rows[0] ?? null
}

async function findReceiver(tx: Db, { transferId, recipientId }: ReceiptOf): Promise<ReceiptRecipient | null> {
  const { rows } = await sql<ReceiptRecipient>`
    select r.id, nullif(r.address, '') as address,
      coalesce(r.name, case when r.link_id is not null then recipient_label(null, r.device, r.city) end) as name, r.company, r.created_at as "addedAt",
      r.opened_at as "openedAt", r.removed_at is not null as "isRemoved", i.salt, i.digest
    from recipients r
    left join identities i on i.transfer_id = r.transfer_id and i.subject = r.id
    where r.id = ${recipientId} and r.transfer_id = ${transferId}`.execute(tx)
  return rows[0] ?? null
}

/**
 * A file that its sender deleted was taken out of the transfer, unless it went with the transfer itself; withdrawn is one
 * whose stored bytes are not what was sent.
 */
async function listFiles(tx: Db, { transferId, recipientId }: ReceiptOf): Promise<ReceiptFileRow[]> {
  const { rows } = await sql<ReceiptFileRow>`
    select f.id, tf.path, f.bytes, f.sha256, tf.added_at as "addedAt",
      f.withdrawn_at is not null and f.withdrawn_because is distinct from 'deleted' as "isWithdrawn",
      coalesce(tf.removed_at, case when f.withdrawn_because = 'deleted'
        and f.withdrawn_at < coalesce(t.deleted_at, 'infinity') then f.withdrawn_at end) as "removedAt",
      tf.replaces_file_id as "replacesId", coalesce(d.bytes, 0) as "deliveredBytes",
      d.began_at as "beganAt", d.finished_at as "finishedAt"
    from transfer_files tf
    join transfers t on t.id = tf.transfer_id
    join files f on f.id = tf.file_id
    left join deliveries d on d.file_id = f.id and d.recipient_id = ${recipientId}
    where tf.transfer_id = ${transferId} order by tf.position, tf.added_at, f.id`.execute(tx)
  return rows
}

/** About the recipient or the transfer as a whole, by place. Of too many the looks of machines are left out first, then the latest. */
async function listOwnEntries(
  tx: Db,
  { transferId, recipientId, maxEntries }: ReceiptOf,
): Promise<{ entries: ReceiptEntryRow[]; total: number }> {
  const { rows } = await sql<ReceiptEntryRow & { total: number }>`
    select chained.*, count(*) over ()::int as total
    from (
      select e.*, lag(e.hash) over (order by e.place) as before from events e where e.transfer_id = ${transferId}
    ) chained
    where chained.recipient_id is null or chained.recipient_id = ${recipientId}
    order by chained.lane <> 'human', chained.place limit ${maxEntries}`.execute(tx)
  return { entries: rows.toSorted((one, other) => one.place - other.place), total: rows[0]?.total ?? 0 }
}
