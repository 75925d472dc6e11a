import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Open uploads through open request links: whoever knows such a link sets bytes aside of somebody else's storage. */
type Db = Kysely<Database>

/** An upload through a link ends after so long without a byte. */
const ENDS_AFTER_IDLE_SECONDS = 3_600
/** One that has bytes makes room for its requester's own sending after so long without another. */
const YIELDS_AFTER_IDLE_SECONDS = 600
/** One without a byte makes room for others by link after so long: whoever means it begins at once. */
const YIELDS_TO_LINKS_AFTER_SECONDS = 120

export interface LinkUpload {
  id: string
  bytes: number
}

/**
 * When the last byte of an upload came, as `came.last_byte_at`; null: none did. A part under way is bytes coming: what
 * comes too slowly is cut.
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
 * Those that make room, the ones without a byte first, held until the transaction ends. What is settled just now is passed over,
 * so that nobody waits here.
 */
export async function holdYielding(tx: Db, accountId: string, to: 'owner' | 'links'): Promise<LinkUpload[]> {
  const yields =
    to === 'owner'
      ? sql`coalesce(came.last_byte_at, '-infinity') < ${ago(YIELDS_AFTER_IDLE_SECONDS)}`
      : sql`came.last_byte_at is null and u.created_at < ${ago(YIELDS_TO_LINKS_AFTER_SECONDS)}`
  const { rows } = await sql<LinkUpload>`
    select u.id, u.bytes from uploads u ${lastByte}
    where u.account_id = ${accountId} and u.link_id is not null and u.state = 'open' and ${yields}
    order by came.last_byte_at nulls first, u.created_at for update of u skip locked`.execute(tx)
  return rows
}

/** Those of one request, held; with `isIdle` only what makes room for its requester. */
export async function holdOfLink(tx: Db, linkId: string, { isIdle }: { isIdle: boolean }): Promise<LinkUpload[]> {
  const { rows } = await sql<LinkUpload>`
    select u.id, u.bytes from uploads u ${lastByte}
    where u.link_id = ${linkId} and u.state = 'open'
      and (not ${isIdle}::boolean or coalesce(came.last_byte_at, '-infinity') < ${ago(YIELDS_AFTER_IDLE_SECONDS)})
    order by u.id for update of u`.execute(tx)
  return rows
}

/** All of an account, held. */
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

/** Those that have had no byte for an hour. */
export async function listIdle(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from uploads u ${lastByte}
    where u.link_id is not null and u.state = 'open'
      and coalesce(came.last_byte_at, u.created_at) < ${ago(ENDS_AFTER_IDLE_SECONDS)}
    order by u.created_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What uploads through an account's links hold just now. */
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

/** How many uploads are open besides `uploadId`: of one owner, by all links of the account, and of these from one network. */
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
