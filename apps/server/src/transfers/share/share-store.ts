import { type Kysely, type RawBuilder, sql } from 'kysely'
import { KEPT } from '../../platform/database/kept-statements.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ListPlace } from '../list/list-cursor.ts'
import type { TransferSort } from '../list/list-order.ts'

/** Transfers that members of a team share with each other. `sees_transfer` decides what a share allows. */
type Db = Kysely<Database>

/**
 * Shares a transfer with accounts of its workspace, and with nobody else; its sender is skipped. Returns those with whom
 * it was not shared before. Hold the members' accounts before: they cannot leave meanwhile.
 */
export async function addShares(tx: Db, transferId: string, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into transfer_shares (transfer_id, member_id, workspace_id, sent_at)
    select t.id, m.id, t.workspace_id, t.sent_at from transfers t cross join unnest(${[...memberIds]}::text[]) as m (id)
    where t.id = ${transferId} and m.id <> t.account_id and workspace_of(m.id) = t.workspace_id
    on conflict do nothing returning member_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns those with whom it is not shared any more. */
export async function keepSharesOf(tx: Db, transferId: string, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from transfer_shares where transfer_id = ${transferId} and member_id <> all(${[...memberIds]}::text[])
    returning member_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** With whom a transfer is shared, those who have had it longest first. */
export async function listShares(db: Db, transferId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select member_id as id from transfer_shares where transfer_id = ${transferId} order by shared_at, member_id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** What a member is told about a share. */
export interface ToldShare {
  slug: string
  senderAddress: string
  senderName: string | null
  title: string | null
  firstPath: string
  fileCount: number
  sharedAt: Date
}

/**
 * Null where it is not shared with the member, or the transfer is deleted. Neither ends before the transaction does, and
 * finds what the member was told by then.
 */
export async function holdShare(tx: Db, transferId: string, memberId: string): Promise<ToldShare | null> {
  // The transfer before its shares, as a change locks them.
  await sql`select from transfers where id = ${transferId} for share`.execute(tx)
  const { rows } = await sql<ToldShare>`
    select t.slug, t.sender_address as "senderAddress", t.sender_name as "senderName", t.file_count as "fileCount",
      t.title, s.shared_at as "sharedAt", coalesce((
        select path from transfer_files where transfer_id = t.id and removed_at is null order by position limit 1
      ), '') as "firstPath"
    from transfer_shares s join transfers t on t.id = s.transfer_id and t.deleted_at is null and t.sends_at is null
    where s.transfer_id = ${transferId} and s.member_id = ${memberId} for share of s`.execute(tx)
  return rows[0] ?? null
}

/** A search, an order other than by age, and the library cover this many of the latest. */
const LATEST = 2_000

const latestShares = (memberId: string) => sql`
  select transfer_id, sent_at from transfer_shares where member_id = ${memberId}
  order by sent_at desc, transfer_id desc limit ${sql.lit(LATEST)}`

/** The files of the latest transfers that are shared with a member of a team: of as many as a search covers. */
export const sharedContents = (memberId: string) => sql`(
  select s.sent_at, t.account_id, tf.file_id, tf.path
  from (${latestShares(memberId)}) s join transfers t on t.id = s.transfer_id and t.deleted_at is null
    join transfer_files tf on tf.transfer_id = t.id and tf.removed_at is null)`

export interface SharedQuery {
  sort: TransferSort
  patterns: readonly string[]
  after: ListPlace | null
  skip: number
  take: number
}

/** Positions of the transfers that are shared with the account. */
export function listSharedPlaces(db: Db, memberId: string, listQuery: SharedQuery): Promise<ListPlace[]> {
  const isByAge = listQuery.sort === 'new' || listQuery.sort === 'old'
  return isByAge && listQuery.patterns.length === 0
    ? byAge(db, memberId, listQuery)
    : amongLatest(db, memberId, listQuery)
}

async function byAge(db: Db, memberId: string, { sort, after, skip, take }: SharedQuery): Promise<ListPlace[]> {
  const [direction, follows] = sort === 'old' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const isBehind =
    after === null
      ? sql``
      : sql`and (s.sent_at, s.transfer_id) ${follows} ('epoch'::timestamptz
          + ${after.key ?? 0}::double precision * interval '1 microsecond', ${after.id})`
  const { rows } = await sql<ListPlace>`${KEPT}
    select s.transfer_id as id, (extract(epoch from s.sent_at) * 1000000)::int8 as key
    from transfer_shares s join transfers t on t.id = s.transfer_id and t.deleted_at is null
    where s.member_id = ${memberId} ${isBehind}
    order by s.sent_at ${direction}, s.transfer_id ${direction} limit ${take} offset ${skip}`.execute(db)
  return rows
}

const sentKey = sql`(extract(epoch from t.sent_at) * 1000000)::int8`
const keys: Record<TransferSort, RawBuilder<unknown>> = {
  new: sql`-${sentKey}`,
  old: sentKey,
  expiring: sql`(extract(epoch from case when t.expires_at > now() then t.expires_at end) * 1000000)::int8`,
  size: sql`-t.bytes`,
  downloads: sql`-t.download_count`,
}

/** Ordered by a number, ascending; null, for transfers that never expire or have expired, is the greatest. */
async function amongLatest(db: Db, memberId: string, listQuery: SharedQuery): Promise<ListPlace[]> {
  const { sort, patterns, after, skip, take } = listQuery
  const greatest = 2 ** 53 - 1
  const isBehind = after === null ? sql`true` : sql`(place, id) > (${after.key ?? greatest}::int8, ${after.id})`
  const { rows } = await sql<ListPlace>`
    select id, nullif(place, ${greatest}::int8) as key from (
      select t.id, coalesce(${keys[sort]}, ${greatest}::int8) as place
      from (${latestShares(memberId)}) s join transfers t on t.id = s.transfer_id and t.deleted_at is null
      where t.search_text like all(${[...patterns]}::text[])
    ) listed where ${isBehind} order by place, id limit ${take} offset ${skip}`.execute(db)
  return rows
}

/** Nothing is shared with a member who leaves, nor with the successor who gets what the member sent. */
export async function dropSharesOf(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    delete from transfer_shares s using transfers t
    where t.id = s.transfer_id and (s.member_id = ${from} or (s.member_id = ${to} and t.account_id = ${to}))`.execute(
    tx,
  )
}

/** Transfers that are gone are shared with nobody. */
export async function deleteSharesOf(tx: Db, transferIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('transfer_shares')
    .where('transfer_id', '=', sql<string>`any(${[...transferIds]}::text[])`)
    .execute()
}
