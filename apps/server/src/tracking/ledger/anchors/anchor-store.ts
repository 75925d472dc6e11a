import { type Kysely, type Selectable, sql } from 'kysely'
import type { AnchorsTable, Database } from '../../../platform/database/schema.ts'
import type { Head } from '../chain.ts'
import { CHUNK_LEAVES } from './merkle.ts'

/** Roots over the heads of ledgers, kept for ever, and the heads that each covers. */
type Db = Kysely<Database>
export type AnchorRow = Selectable<AnchorsTable>

const LOCK_KEYS = [0x57617962, 56] as const

/** Makes concurrent anchors wait for each other until the transaction ends. */
export async function lockAnchors(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEYS[0]}::int, ${LOCK_KEYS[1]}::int)`.execute(tx)
}

/** `ageSeconds` by the database's clock. */
export async function findNewestAnchor(db: Db): Promise<(AnchorRow & { ageSeconds: number }) | undefined> {
  return db
    .selectFrom('anchors')
    .selectAll()
    .select(sql<number>`extract(epoch from clock_timestamp() - at)::float8`.as('ageSeconds'))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Stores the heads of all ledgers that have moved since they were anchored, in order. Returns how many. */
export async function keepMovedHeads(tx: Db, anchor: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into anchor_leaves (anchor, position, transfer_id, length, head)
    select ${anchor}, row_number() over (order by l.transfer_id collate "C") - 1, l.transfer_id, l.length, l.head
    from ledgers l
    left join (select transfer_id, max(length) as length from anchor_leaves group by transfer_id) known
      on known.transfer_id = l.transfer_id
    where l.length > coalesce(known.length, 0)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** The heads of an anchor in order, a chunk at a time. */
export async function* eachChunk(db: Db, anchor: number): AsyncGenerator<Head[]> {
  for (let chunk = 0; ; chunk += 1) {
    const heads = await readChunk(db, anchor, chunk)
    if (heads.length > 0) yield heads
    if (heads.length < CHUNK_LEAVES) return
  }
}

export async function readChunk(db: Db, anchor: number, chunk: number): Promise<Head[]> {
  return db
    .selectFrom('anchor_leaves')
    .select(['transfer_id as transferId', 'length', 'head'])
    .where('anchor', '=', anchor)
    .where('position', '>=', chunk * CHUNK_LEAVES)
    .where('position', '<', (chunk + 1) * CHUNK_LEAVES)
    .orderBy('position')
    .execute()
}

export async function insertAnchor(tx: Db, anchor: Omit<AnchorRow, 'time_stamp' | 'stamped_at'>): Promise<void> {
  await tx.insertInto('anchors').values(anchor).execute()
}

/** Newest first. */
export async function listAnchorRows(db: Db, before: number | null, take: number): Promise<AnchorRow[]> {
  return db
    .selectFrom('anchors')
    .selectAll()
    .$if(before !== null, (query) => query.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(take)
    .execute()
}

/** From the first anchor on, or the first after a given one, a page at a time. */
export async function* eachAnchor(
  db: Db,
  { after: start = 0, perPage = 100 }: { after?: number; perPage?: number } = {},
): AsyncGenerator<AnchorRow> {
  for (let after = start; ; ) {
    const rows = await db
      .selectFrom('anchors')
      .selectAll()
      .where('number', '>', after)
      .orderBy('number')
      .limit(perPage)
      .execute()
    yield* rows
    if (rows.length < perPage) return
    after = rows.at(-1)?.number ?? after
  }
}

export interface AnchoredHead extends Head {
  anchor: number
  position: number
}

/** The newest anchors of the ledger of one of the account's transfers; null where the transfer is unknown. */
export async function listAnchored(
  db: Db,
  { accountId, transferId, take }: { accountId: string; transferId: string; take: number },
): Promise<AnchoredHead[] | null> {
  const owned = await db
    .selectFrom('transfer_facts')
    .select('id')
    .where('id', '=', transferId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!owned) return null
  return db
    .selectFrom('anchor_leaves')
    .select(['anchor', 'position', 'transfer_id as transferId', 'length', 'head'])
    .where('transfer_id', '=', transferId)
    .orderBy('anchor', 'desc')
    .limit(take)
    .execute()
}

export async function findAnchor(db: Db, number: number): Promise<AnchorRow | undefined> {
  return db.selectFrom('anchors').selectAll().where('number', '=', number).executeTakeFirst()
}

/** Anchored heads that the ledgers, or that of one transfer, no longer have at that position; at most `limit`. */
export async function listContradicted(
  db: Db,
  { transferId, limit }: { transferId?: string; limit: number },
): Promise<AnchoredHead[]> {
  const { rows } = await sql<AnchoredHead>`
    select a.anchor, a.position, a.transfer_id as "transferId", a.length, a.head from anchor_leaves a
    where (not exists (
      select from events e where e.transfer_id = a.transfer_id and e.place = a.length and e.hash = a.head
    ) or not exists (select from ledgers l where l.transfer_id = a.transfer_id and l.length >= a.length))
    ${transferId === undefined ? sql`` : sql`and a.transfer_id = ${transferId}`}
    order by a.anchor, a.position limit ${limit}`.execute(db)
  return rows
}

/** The newest anchored head of a ledger. */
export async function findNewestHead(db: Db, transferId: string): Promise<AnchoredHead | undefined> {
  return db
    .selectFrom('anchor_leaves')
    .select(['anchor', 'position', 'transfer_id as transferId', 'length', 'head'])
    .where('transfer_id', '=', transferId)
    .orderBy('length', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The newest anchor made before a moment; 0 where there is none. */
export async function findAnchorBefore(db: Db, at: Date): Promise<number> {
  const row = await db
    .selectFrom('anchors')
    .select('number')
    .where('at', '<', at)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.number ?? 0
}

/**
 * The first anchor after a given one that has lost the leaf of a transfer, or a neighbour of its position, or the
 * anchor before it. Leaves are numbered without a gap in the order of their transfers, so the two neighbours and the
 * last leaf suffice.
 */
export async function findTornAnchor(db: Db, transferId: string, after: number): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    select a.number from anchors a
    left join lateral (
      select position from anchor_leaves where anchor = a.number and transfer_id < ${transferId}
      order by transfer_id desc limit 1
    ) low on true
    left join lateral (
      select position from anchor_leaves where anchor = a.number and transfer_id > ${transferId}
      order by transfer_id limit 1
    ) high on true
    left join lateral (
      select position from anchor_leaves where anchor = a.number order by position desc limit 1
    ) last on true
    left join anchor_leaves own on own.anchor = a.number and own.transfer_id = ${transferId}
    where a.number > ${after} and (
      coalesce(last.position, -1) <> a.count - 1
      or coalesce(high.position, a.count) - coalesce(low.position, -1) <> case when own.anchor is null then 1 else 2 end
      or (a.number > 1 and not exists (select from anchors before where before.number = a.number - 1))
    ) order by a.number limit 1`.execute(db)
  return rows[0]?.number ?? null
}

export async function keepTimeStamp(db: Db, number: number, token: Buffer, at: Date): Promise<void> {
  await db.updateTable('anchors').set({ time_stamp: token, stamped_at: at }).where('number', '=', number).execute()
}
