import { type Kysely, type Selectable, sql } from 'kysely'
import { LIVE_CHANNEL } from '../../platform/database/live-channel.ts'
import type { Database, EventsTable } from '../../platform/database/schema.ts'
import { keyInUse, type Signed } from '../../platform/signing/index.ts'
import { chainStart } from './chain.ts'

/**
 * Ledgers: one row per transfer, locked by the transaction that adds to its chain. While it holds the lock it waits for
 * nothing else.
 */
type Db = Kysely<Database>
export type EventRow = Selectable<EventsTable>

/** For a FROM of another module: the end of each ledger, and the digests that identify people in its entries. */
export const ledgerHeads = sql`(select transfer_id, length, head, signature, signed_by from ledgers)`
export const personDigests = sql`(select transfer_id, subject, salt, digest from identities)`

/** 'sender', or a recipient's id. */
export type Subject = string

/** The position of the next entry, and what the entry needs. */
export interface LedgerEnd {
  length: number
  head: Buffer
  /** Of this end, and the key that made it; null where it is unsigned, or the key is unknown. */
  signature: Buffer | null
  signedBy: string | null
  /** The database's clock, to the millisecond. */
  now: Date
  accountId: string | null
  /** Of the subject. Null: not created yet. */
  personDigest: Buffer | null
  /** The subject's; null where there is none. */
  address: string | null
  /** Those of `fileIds` that the transfer has or had, by id. */
  files: Record<string, { path: string; bytes: number; sha256: string | null }>
  /** The id of the signing key; null: there is none yet. */
  keyId: string | null
}

/** The ledger, the actor, and the files. */
export interface Addition {
  transferId: string
  subject: Subject | null
  fileIds: readonly string[]
}

/** The database's clock `ageMs` ago, to the millisecond. */
export async function readMoment(tx: Db, ageMs: number): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select date_trunc('milliseconds', clock_timestamp() - make_interval(secs => ${ageMs / 1_000})) as at`.execute(tx)
  if (!rows[0]) throw new Error('The database has no clock')
  return rows[0].at
}

/** Locks the ledger until the transaction ends. Throws where the transfer does not exist. */
export async function lockLedger(tx: Db, addition: Addition): Promise<LedgerEnd> {
  const { transferId } = addition
  const end = await selectEnd(tx, addition)
  if (end) return end
  await tx
    .insertInto('ledgers')
    .values({ transfer_id: transferId, head: chainStart(transferId) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const begun = await selectEnd(tx, addition)
  if (!begun) throw new Error(`There is no transfer ${transferId}`)
  return begun
}

async function selectEnd(tx: Db, { transferId, subject, fileIds }: Addition): Promise<LedgerEnd | undefined> {
  const { rows } = await sql<LedgerEnd>`
    select l.length, l.head, l.signature, l.signed_by as "signedBy",
      date_trunc('milliseconds', clock_timestamp()) as now,
      t.account_id as "accountId", i.digest as "personDigest",
      coalesce((
        select json_object_agg(tf.file_id, json_build_object('path', tf.path, 'bytes', f.bytes,
          'sha256', encode(f.sha256, 'hex')))
        from transfer_contents tf join stored_files f on f.id = tf.file_id
        where tf.transfer_id = l.transfer_id and tf.file_id = any(${[...fileIds]}::text[])
      ), '{}') as files,
      ${keyInUse} as "keyId",
      case when ${subject}::text = 'sender' then nullif(t.sender_address, '') else r.address end as address
    from ledgers l
    join transfer_facts t on t.id = l.transfer_id
    left join identities i on i.transfer_id = l.transfer_id and i.subject = ${subject}
    left join recipient_facts r on r.id = ${subject}
    where l.transfer_id = ${transferId} for update of l`.execute(tx)
  return rows[0]
}

/**
 * Stores the salt of a person's digest; returns the valid digest, which may come from a faster transaction. Returns
 * null and stores nothing where the address was erased while this waited for the ledger.
 */
export async function keepIdentity(
  tx: Db,
  identity: { transferId: string; subject: Subject; address: string; salt: Uint8Array; digest: Uint8Array },
): Promise<Buffer | null> {
  const { rows } = await sql<{ digest: Buffer }>`
    insert into identities as i (transfer_id, subject, salt, digest)
    select t.id, ${identity.subject}::text, ${identity.salt}::bytea, ${identity.digest}::bytea
    from transfer_facts t left join recipient_facts r on r.id = ${identity.subject}
    where t.id = ${identity.transferId}
      and case when ${identity.subject} = 'sender' then t.sender_address else r.address end = ${identity.address}
    on conflict (transfer_id, subject) do update set salt = i.salt returning i.digest`.execute(tx)
  return rows[0]?.digest ?? null
}

/**
 * Makes the digests in the chains of these transfers unattributable; the chains stay valid. A concurrent addition has
 * either finished, or sees that the addresses are erased: the caller must do that first.
 */
export async function forgetIdentities(tx: Db, transferIds: readonly string[]): Promise<void> {
  await sql`
    select 1 from ledgers where transfer_id = any(${[...transferIds]}::text[])
    order by transfer_id for update`.execute(tx)
  await sql`delete from identities where transfer_id = any(${[...transferIds]}::text[])`.execute(tx)
}

/** The common fields of all entries in one addition. */
export type SharedFields = Pick<
  EventRow,
  | 'transfer_id'
  | 'account_id'
  | 'recipient_id'
  | 'actor_kind'
  | 'reason'
  | 'country'
  | 'city'
  | 'time_zone'
  | 'device'
  | 'ip_digest'
  | 'person_digest'
>
export type Entry = Pick<
  EventRow,
  | 'id'
  | 'place'
  | 'kind'
  | 'file_id'
  | 'path'
  | 'files'
  | 'bytes'
  | 'detail'
  | 'evidence'
  | 'doubt_bytes'
  | 'at'
  | 'late_ms'
  | 'hash'
>

/** The actor's IP address, and the salt of its digest: stored once for all entries of the addition. */
export interface KeptIp {
  salt: Uint8Array
  ip: string
}

/**
 * Adds entries and moves the ledger's end, in one statement however many there are. `signed`: null leaves it unsigned.
 */
export async function appendEntries(
  tx: Db,
  shared: SharedFields,
  entries: readonly Entry[],
  { kept, signed }: { kept: KeptIp | null; signed: Signed | null },
): Promise<void> {
  const column = <K extends keyof Entry>(key: K) => entries.map((entry) => entry[key])
  const last = entries.at(-1)
  if (!last) return
  const files = column('files').map((list) => list && JSON.stringify(list))
  const moments = column('at').map((at) => at.toISOString())
  await sql`
    with given as (
      select * from unnest(
        ${column('id')}::text[], ${column('place')}::int[], ${column('kind')}::text[], ${column('file_id')}::text[],
        ${column('path')}::text[], ${files}::jsonb[], ${column('bytes')}::int8[], ${column('detail')}::text[],
        ${column('evidence')}::text[], ${column('doubt_bytes')}::int8[], ${moments}::timestamptz[],
        ${column('late_ms')}::int8[], ${column('hash')}::bytea[]
      ) as entry (id, place, kind, file_id, path, files, bytes, detail, evidence, doubt_bytes, at, late_ms, hash)
    ), added as (
      insert into events (id, transfer_id, place, account_id, recipient_id, file_id, path, files, kind, actor_kind, reason, bytes,
        detail, evidence, doubt_bytes, country, city, time_zone, device, ip_digest, person_digest, at, late_ms, hash)
      select id, ${shared.transfer_id}, place, ${shared.account_id}, ${shared.recipient_id}, file_id, path, files, kind,
        ${shared.actor_kind}, ${shared.reason}, bytes, detail, evidence, doubt_bytes, ${shared.country}, ${shared.city},
        ${shared.time_zone}, ${shared.device}, ${shared.ip_digest}::bytea, ${shared.person_digest}::bytea, at, late_ms,
        hash
      from given
    ), kept as (
      insert into event_ips (event_id, salt, ip, at)
      select id, ${kept?.salt ?? null}::bytea, ${kept?.ip ?? null}::inet, at from given where ${kept !== null}::boolean
    )
    update ledgers set length = ${last.place}, head = ${last.hash}, signature = ${signed?.signature ?? null}::bytea,
      signed_by = ${signed?.keyId ?? null} where transfer_id = ${shared.transfer_id}`.execute(tx)
}

/** The entries of a chain in order, a page at a time. */
export async function* eachEntry(db: Db, transferId: string, perPage = 1_000): AsyncGenerator<EventRow[]> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('events')
      .selectAll()
      .where('transfer_id', '=', transferId)
      .where('place', '>', after)
      .orderBy('place')
      .orderBy('at')
      .limit(perPage)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < perPage) return
    after = rows.at(-1)?.place ?? after
  }
}

/** A ledger's own statement, and how many entries it has at that moment. */
export interface LedgerSays {
  length: number
  head: Buffer
  entries: number
  signature: Buffer | null
  signedBy: string | null
}

const ledgersWithEntries = (db: Db) =>
  db
    .selectFrom('ledgers')
    .select(['transfer_id as transferId', 'length', 'head', 'signature', 'signed_by as signedBy'])
    .select(sql<number>`(select count(*)::int from events e where e.transfer_id = ledgers.transfer_id)`.as('entries'))

export async function findLedger(db: Db, transferId: string): Promise<LedgerSays | undefined> {
  return ledgersWithEntries(db).where('transfer_id', '=', transferId).executeTakeFirst()
}

/** Ledgers in the order of their transfers, a page at a time. */
export async function* eachLedger(db: Db, perPage = 1_000): AsyncGenerator<Array<LedgerSays & { transferId: string }>> {
  for (let after = ''; ; ) {
    const rows = await ledgersWithEntries(db)
      .where('transfer_id', '>', after)
      .orderBy('transfer_id')
      .limit(perPage)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < perPage) return
    after = rows.at(-1)?.transferId ?? after
  }
}

/** How many entries a ledger has. */
export async function readLedgerLength(db: Db, transferId: string): Promise<number> {
  const row = await db.selectFrom('ledgers').select('length').where('transfer_id', '=', transferId).executeTakeFirst()
  return row?.length ?? 0
}

// News for open pages, sent to every process when the transaction commits. Nothing depends on it.

/** The account's feed has a new end. */
export async function tellFeed(tx: Db, accountId: string, end: number): Promise<void> {
  await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify({ a: accountId, f: end })})`.execute(tx)
}

/**
 * Something about a transfer changed: bytes were sent, or an entry was added. Pages of all accounts that may read it are
 * told. Without an account nobody is notified.
 */
export async function notifyChanged(tx: Db, transferId: string): Promise<void> {
  await sql`
    select pg_notify(${LIVE_CHANNEL}, json_build_object('a', reader, 't', ${transferId}::text)::text)
    from readers_of(${transferId}) as reader`.execute(tx)
}
