import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../platform/database/schema.ts'
import { isPresent } from '../platform/database/starting/presence.ts'
import { workspaceOf } from '../platform/database/workspace-of.ts'
import type { ByteSpan, StoredPart } from '../platform/storage/blob-port.ts'
import type { BlobRow } from './blob-store.ts'
import { MAX_PART_BYTES } from './parts/part-store.ts'

/**
 * Work in progress: which process is writing which range of which blob, and open uploads through open request links,
 * with which anyone with such a link reserves bytes in another account's storage.
 */
type Db = Kysely<Database>

const CHANNEL = 'waybill_part_leases'

export interface LeaseRow {
  id: string
  nodeId: string
  /** Requested later than the one it was compared with. */
  isNewer: boolean
  /** For exactly the same range: the two race, and the first complete one counts. */
  isRival: boolean
}

export interface WantedPart extends ByteSpan {
  uploadId: string
  blobId: string
  tokenHash: Uint8Array
}

/** The most concurrent uploads of one sender: every part needs a connection, a file and a little memory. */
export const MAX_UPLOADS_IN_FLIGHT = 8
/**
 * The upload engine opens 6 parts of one upload per origin, 24 by default; parts left open by a lost connection come on
 * top.
 */
export const MAX_PARTS_IN_FLIGHT = 64

/**
 * Takes a lease where token, upload, blob and range allow it and the sender has not too much in progress: one indexed
 * statement for all of that. False where one of them does not. The row need not survive a crash of the database, so its
 * commit waits for no disk. Parts in progress are counted without a lock, since the limit bounds a load and is no
 * allowance: parts that begin in the same instant may pass together.
 */
export async function insertLease(db: Db, id: string, nodeId: string, part: WantedPart): Promise<boolean> {
  const { rows } = await sql`
    with quick as materialized (select set_config('synchronous_commit', 'off', true))
    insert into part_leases (id, blob_id, starts_at, bytes, node_id, taken_at, upload_id, owner_address)
    select ${id}, b.id, ${part.offset}::bigint, ${part.bytes}::bigint, ${nodeId}, clock_timestamp(), u.id, u.owner_address
    from quick, upload_tokens t
    join uploads u on u.id = t.upload_id
    join blobs b on b.upload_id = u.id
    where t.token_hash = ${Buffer.from(part.tokenHash)}::bytea and t.expires_at > now()
      and u.id = ${part.uploadId} and u.state = 'open' and u.expires_at > now()
      and b.id = ${part.blobId} and b.completed_at is null and b.bytes >= ${part.offset + part.bytes}::bigint
      and ${MAX_PARTS_IN_FLIGHT}::int > (
        select count(*) from part_leases l where l.owner_address = u.owner_address and l.upload_id = u.id
      )
      and ${MAX_UPLOADS_IN_FLIGHT}::int > (
        select count(distinct l.upload_id) from part_leases l
        where l.owner_address = u.owner_address and l.upload_id <> u.id
      )
    returning id`.execute(db)
  return rows.length > 0
}

export async function deleteLeases(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    with quick as materialized (select set_config('synchronous_commit', 'off', true))
    delete from part_leases using quick where id = any(${[...ids]}::text[])`.execute(db)
}

/** How many parts of an upload are in progress, and how many uploads of its owner have any. */
export async function countInFlight(
  db: Db,
  ownerAddress: string,
  uploadId: string | null,
): Promise<{ parts: number; uploads: number }> {
  const row = await db
    .selectFrom('part_leases')
    .select([
      sql<number>`count(*) filter (where upload_id = ${uploadId})`.as('parts'),
      sql<number>`count(distinct upload_id)`.as('uploads'),
    ])
    .where('owner_address', '=', ownerAddress)
    .executeTakeFirstOrThrow()
  return { parts: Number(row.parts), uploads: Number(row.uploads) }
}

/** The current surroundings of a lease. */
export interface LeaseScene {
  isOpen: boolean
  blob: BlobRow
  /** Files with bytes inside the range, ascending. */
  members: Array<{ id: string; offset: number; bytes: number }>
  /** Acknowledged parts that overlap the range, ascending; without their tags. */
  parts: Array<Omit<StoredPart, 'tag'>>
  /** Other leases that overlap the range. */
  others: LeaseRow[]
}

/**
 * Reads the scene after the lease's own row is committed: of two leases on one range at least one sees the other, and
 * both agree on which is newer. Null where the lease itself is gone.
 */
export async function readLeaseScene(db: Db, leaseId: string): Promise<LeaseScene | null> {
  const { rows } = await sql<BlobRow & { is_open: boolean } & Pick<LeaseScene, 'members' | 'parts' | 'others'>>`
    select b.*, u.state = 'open' as is_open,
      coalesce((
        select json_agg(json_build_object('id', f.id, 'offset', f.blob_offset, 'bytes', f.bytes) order by f.blob_offset)
        from files f
        where f.blob_id = b.id and f.blob_offset < l.starts_at + l.bytes and f.blob_offset + f.bytes > l.starts_at
      ), '[]') as members,
      coalesce((
        select json_agg(json_build_object('offset', p.starts_at, 'bytes', p.bytes, 'crc32', p.crc32) order by p.starts_at)
        from parts p
        where p.blob_id = b.id and p.starts_at < l.starts_at + l.bytes
          and p.starts_at > l.starts_at - ${MAX_PART_BYTES}::bigint and p.starts_at + p.bytes > l.starts_at
      ), '[]') as parts,
      coalesce((
        select json_agg(json_build_object('id', o.id, 'nodeId', o.node_id,
          'isNewer', (o.taken_at, o.id) > (l.taken_at, l.id),
          'isRival', o.starts_at = l.starts_at and o.bytes = l.bytes))
        from part_leases o
        where o.blob_id = b.id and o.id <> l.id
          and o.starts_at < l.starts_at + l.bytes and o.starts_at + o.bytes > l.starts_at
      ), '[]') as others
    from part_leases l join blobs b on b.id = l.blob_id join uploads u on u.id = b.upload_id
    where l.id = ${leaseId}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { is_open, members, parts, others, ...blob } = row
  return { isOpen: is_open, blob, members, parts, others }
}

/** Every lease on blobs of an upload. */
export async function listUploadLeases(db: Db, uploadId: string): Promise<Array<Pick<LeaseRow, 'id' | 'nodeId'>>> {
  return db
    .selectFrom('part_leases')
    .innerJoin('blobs', 'blobs.id', 'part_leases.blob_id')
    .select(['part_leases.id', 'part_leases.node_id as nodeId'])
    .where('blobs.upload_id', '=', uploadId)
    .execute()
}

/** Leases of dead processes. */
export async function deleteDeadLeases(db: Db): Promise<void> {
  await sql`delete from part_leases where not ${isPresent(sql<string>`node_id`)}`.execute(db)
}

/** Tells the processes that hold these leases to end their writers. */
export async function askToEnd(db: Db, ids: readonly string[]): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, id) from unnest(${[...ids]}::text[]) as asked (id)`.execute(db)
}

/** Listens for leases that are to end. Calls `onLost` when the connection breaks: requests meanwhile are missed. */
export async function listenForEnds(
  connection: pg.ClientConfig,
  onAsked: (leaseId: string) => void,
  onLost: () => void,
): Promise<{ close(): Promise<void> }> {
  const client = new pg.Client({ ...connection, application_name: 'waybill-part-leases', keepAlive: true })
  client.on('error', () => {}) // 'end' follows; without a listener the process would end.
  client.on('notification', ({ payload }) => payload && onAsked(payload))
  await client.connect()
  await client.query(`listen ${CHANNEL}`)
  client.once('end', onLost)
  return {
    async close() {
      client.off('end', onLost)
      await client.end()
    },
  }
}

/** An upload through a link ends after this time without a byte. */
const ENDS_AFTER_IDLE_SECONDS = 3_600
/** One with bytes makes room for its requester's own sending after this time without another byte. */
const YIELDS_AFTER_IDLE_SECONDS = 600
/** One without a byte makes room for others on the link after this time: a serious sender begins at once. */
const YIELDS_TO_LINKS_AFTER_SECONDS = 120

export interface LinkUpload {
  id: string
  bytes: number
}

/**
 * When the last byte of an upload arrived, as `came.last_byte_at`; null: none did. A part in progress counts as bytes
 * arriving: a slow one is cut.
 */
const lastByte = sql`cross join lateral (
  select greatest(
    (select max(p.received_at) from blobs b join parts p on p.blob_id = b.id where b.upload_id = u.id),
    (select max(c.claimed_at) from blobs b join part_claims c on c.blob_id = b.id where b.upload_id = u.id),
    (select now() from part_leases l where l.upload_id = u.id limit 1)
  ) as last_byte_at
) came`

const ago = (seconds: number) => sql`now() - make_interval(secs => ${seconds}::double precision)`

/**
 * Uploads through open links that make room, those without a byte first, locked until the transaction ends: for the
 * account's own sending all of its workspace, whose storage they share; for another upload by link those of the
 * account. Skips those that are being settled, so that nobody waits here.
 */
export async function holdYielding(tx: Db, accountId: string, to: 'owner' | 'links'): Promise<LinkUpload[]> {
  const yields =
    to === 'owner'
      ? sql`coalesce(came.last_byte_at, '-infinity') < ${ago(YIELDS_AFTER_IDLE_SECONDS)}`
      : sql`came.last_byte_at is null and u.created_at < ${ago(YIELDS_TO_LINKS_AFTER_SECONDS)}`
  const isTheirs = to === 'owner' ? sql`u.workspace_id = ${workspaceOf(accountId)}` : sql`u.account_id = ${accountId}`
  const { rows } = await sql<LinkUpload>`
    select u.id, u.bytes from uploads u ${lastByte}
    where ${isTheirs} and u.link_id is not null and u.state = 'open' and ${yields}
    order by came.last_byte_at nulls first, u.created_at for update of u skip locked`.execute(tx)
  return rows
}

/** Those of one request, locked; with `isIdle` only those that make room for its requester. */
export async function holdOfLink(tx: Db, linkId: string, { isIdle }: { isIdle: boolean }): Promise<LinkUpload[]> {
  const { rows } = await sql<LinkUpload>`
    select u.id, u.bytes from uploads u ${lastByte}
    where u.link_id = ${linkId} and u.state = 'open'
      and (not ${isIdle}::boolean or coalesce(came.last_byte_at, '-infinity') < ${ago(YIELDS_AFTER_IDLE_SECONDS)})
    order by u.id for update of u`.execute(tx)
  return rows
}

/** All of an account, locked. */
export async function holdOfAccount(tx: Db, accountId: string): Promise<LinkUpload[]> {
  return tx
    .selectFrom('uploads')
    .select(['id', 'bytes'])
    .where('account_id', '=', accountId)
    .where('link_id', 'is not', null)
    .where('state', '=', 'open')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Those without a byte for an hour. */
export async function listIdle(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from uploads u ${lastByte}
    where u.link_id is not null and u.state = 'open'
      and coalesce(came.last_byte_at, u.created_at) < ${ago(ENDS_AFTER_IDLE_SECONDS)}
    order by u.created_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The current reservations of uploads through an account's links. */
export async function sumLinkUploads(db: Db, accountId: string): Promise<{ uploads: number; bytes: number }> {
  const { rows } = await sql<{ uploads: number; bytes: number }>`
    select count(*)::int as uploads, coalesce(sum(bytes), 0)::bigint as bytes from uploads
    where account_id = ${accountId} and link_id is not null and state = 'open'`.execute(db)
  return rows[0] ?? { uploads: 0, bytes: 0 }
}

export interface OpenCounts {
  ofOwner: number
  ofLinks: number
  ofNetwork: number
}

/**
 * How many uploads are open besides `uploadId`: of one owner, on all links of the account, and among these from one
 * network.
 */
export async function countOpen(
  tx: Db,
  upload: { id: string; account_id: string | null; owner_address: string; network: string },
): Promise<OpenCounts> {
  const { rows } = await sql<OpenCounts>`
    select count(*) filter (where link_id is null and (account_id is not null or owner_address = ${upload.owner_address}))::int
        as "ofOwner",
      count(*) filter (where link_id is not null)::int as "ofLinks",
      count(*) filter (where link_id is not null and network = ${upload.network})::int as "ofNetwork"
    from uploads where state = 'open' and id <> ${upload.id}
      and case when ${upload.account_id}::text is null
        then account_id is null and owner_address = ${upload.owner_address} else account_id = ${upload.account_id} end`.execute(
    tx,
  )
  return rows[0] ?? { ofOwner: 0, ofLinks: 0, ofNetwork: 0 }
}

export async function countOpenUploads(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('uploads')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return count
}
