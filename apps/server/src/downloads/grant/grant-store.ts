import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { isServed } from '../../transfers/index.ts'

/** Grants, valid for a day whatever happens to the transfer's expiry, and what a browser has shown to open a link. */
type Db = Kysely<Database>

const GRANT_HOURS = 24

export interface NewGrant {
  id: string
  tokenHash: Uint8Array
  transferId: string
  recipientId: string
  /** Null: every file. */
  fileIds: readonly string[] | null
  /** The browser that pressed, where known. */
  deviceId: string | null
  network: string
  /** The owner of the transfer pressed. */
  isOwners: boolean
  /** It is for looking at the file, and downloads nothing. */
  isPreview?: boolean
  /** The key that took it: the grant ends when that is revoked. */
  apiKeyId?: string | undefined
}

/** Whether the key that a program took a grant with has not been revoked; true for a person's. */
export const keyStands = (table: 'grants' | 'library_grants' | 'g') =>
  sql<boolean>`(${sql.ref(`${table}.api_key_id`)} is null or key_stands(${sql.ref(`${table}.api_key_id`)}))`

/**
 * Stores a grant; returns when it expires. It is never older than what it opens, nor than the last time the transfer
 * was closed, even where the database's clock has been set back since.
 */
export async function insertGrant(db: Db, grant: NewGrant): Promise<Date> {
  const row = await db
    .insertInto('grants')
    .values({
      id: grant.id,
      token_hash: Buffer.from(grant.tokenHash),
      transfer_id: grant.transferId,
      recipient_id: grant.recipientId,
      file_ids: grant.fileIds === null ? null : [...grant.fileIds],
      device_id: grant.deviceId,
      network: grant.network,
      is_owners: grant.isOwners,
      is_preview: grant.isPreview ?? false,
      api_key_id: grant.apiKeyId ?? null,
      created_at: sql<Date>`greatest(now(),
        (select max(added_at) from transfer_contents where transfer_id = ${grant.transferId}),
        (select locked_at from transfer_facts where id = ${grant.transferId}))`,
      expires_at: sql<Date>`now() + make_interval(hours => ${GRANT_HOURS})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

export interface GrantRow {
  id: string
  transfer_id: string
  recipient_id: string
  file_ids: string[] | null
  slug: string
  sent_at: Date
  /** Null: it was sent with all its files. */
  arrival: 'arriving' | 'broken' | 'whole' | null
  /** Its day has passed, its transfer requires more than it did then, or its key was revoked. */
  is_over: boolean
  is_paused: boolean
  download_limit: number | null
  /** Who pressed; null: unknown. */
  device_id: string | null
  network: string | null
  /** The owner of the transfer pressed. */
  is_owners: boolean
  /** It is for looking at the file, and downloads nothing. */
  is_preview: boolean
  /** The row of the open link that it was given on; null for a named recipient. */
  link_id: string | null
  /** Whose quota it takes from, where downloads are limited: a link has one quota for all its visitors. */
  limited_id: string
  /** The recipient's; null for a visitor of an open link. */
  address: string | null
  account_id: string | null
  sender_address: string
  sender_device_id: string | null
}

/**
 * By its token's hash; null for unknown ones, those of a transfer that is no longer served, and those of a removed
 * recipient.
 */
export async function findGrantRow(db: Db, tokenHash: Uint8Array): Promise<GrantRow | null> {
  const row = await db
    .selectFrom('grants')
    .innerJoin('transfer_facts as transfers', 'transfers.id', 'grants.transfer_id')
    .innerJoin('recipient_facts as recipients', 'recipients.id', 'grants.recipient_id')
    .select(['grants.id', 'grants.transfer_id', 'grants.recipient_id', 'grants.file_ids'])
    .select(['transfers.slug', 'transfers.sent_at', 'transfers.arrival'])
    .select(
      sql<boolean>`grants.expires_at <= now() or grants.created_at < coalesce(transfers.locked_at, grants.created_at)
        or not ${keyStands('grants')}`.as('is_over'),
    )
    .select(sql<boolean>`transfers.paused_at is not null`.as('is_paused'))
    .select(['transfers.download_limit', 'grants.device_id', 'grants.network', 'grants.is_owners', 'grants.is_preview'])
    .select(['transfers.account_id', 'transfers.sender_address', 'transfers.device_id as sender_device_id'])
    .select(['recipients.address', sql<string>`coalesce(recipients.link_id, recipients.id)`.as('limited_id')])
    .select(
      sql<string | null>`coalesce(recipients.link_id,
        case when transfers.send_as = 'link' and recipients.address is null then recipients.id end)`.as('link_id'),
    )
    .where('grants.token_hash', '=', Buffer.from(tokenHash))
    .where(isServed())
    .where('recipients.removed_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export interface GrantedFile {
  id: string
  bytes: number
  /** Its name in the transfer. */
  path: string
  withdrawn_at: Date | null
}

/**
 * A grant opens what the transfer had when it was given: a file that was removed or replaced since is still served, so
 * that a started download can finish, and a file that joined since needs a new grant.
 */
const grantedFiles = (db: Db, grant: GrantRow) =>
  db
    .selectFrom('grants')
    .innerJoin('transfer_contents as transfer_files', 'transfer_files.transfer_id', 'grants.transfer_id')
    .innerJoin('stored_files as files', 'files.id', 'transfer_files.file_id')
    .select(['files.id', 'files.bytes', 'files.withdrawn_at', 'transfer_files.path'])
    .where('grants.id', '=', grant.id)
    .whereRef('transfer_files.added_at', '<=', 'grants.created_at')
    .where((where) =>
      where.or([
        where('transfer_files.removed_at', 'is', null),
        where('transfer_files.removed_at', '>', where.ref('grants.created_at')),
      ]),
    )
    .$if(grant.file_ids !== null, (query) => query.where('files.id', '=', sql<string>`any(${grant.file_ids}::text[])`))

/** In the sender's order; where one replaced another, the older one first. */
export async function listGrantedFiles(db: Db, grant: GrantRow): Promise<GrantedFile[]> {
  return grantedFiles(db, grant)
    .orderBy('transfer_files.position')
    .orderBy('transfer_files.added_at')
    .orderBy('files.id')
    .execute()
}

/** The file, where the grant opens it. */
export async function findGrantedFile(db: Db, grant: GrantRow, fileId: string): Promise<GrantedFile | null> {
  return (await grantedFiles(db, grant).where('files.id', '=', fileId).executeTakeFirst()) ?? null
}

/**
 * Changes whenever files of the transfer are withdrawn or restored, and differs between grants that open different
 * files: a layout made before is then invalid.
 */
export async function readFilesStamp(db: Db, grant: GrantRow): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws(' ', count(f.withdrawn_at), max(f.withdrawn_at), count(*),
      max(tf.added_at) filter (where tf.added_at <= g.created_at),
      max(tf.removed_at) filter (where tf.removed_at <= g.created_at)) as stamp
    from grants g join transfer_contents tf on tf.transfer_id = g.transfer_id join stored_files f on f.id = tf.file_id
    where g.id = ${grant.id}`.execute(db)
  return rows[0]?.stamp ?? ''
}

/** Those of these grants that no longer permit a running download; their day's end does not stop it. */
export async function listEndedGrants(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select given.id from unnest(${[...ids]}::text[]) as given (id) where not exists (
      select from grants g join transfer_facts t on t.id = g.transfer_id join recipient_facts r on r.id = g.recipient_id
      where g.id = given.id and r.removed_at is null and ${isServed('t')}
        and ${keyStands('g')}
        and g.created_at >= coalesce(t.locked_at, g.created_at)
    )`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of these files that are withdrawn. */
export async function listWithdrawn(db: Db, fileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from stored_files where id = any(${[...fileIds]}::text[]) and withdrawn_at is not null`.execute(db)
  return rows.map(({ id }) => id)
}

/** From now on, downloads with a grant belong to this recipient. Of two concurrent calls the first one wins. */
export async function setGrantRecipient(
  db: Db,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<string> {
  await db
    .updateTable('grants')
    .set({ recipient_id: to })
    .where('id', '=', id)
    .where('recipient_id', '=', from)
    .execute()
  const row = await db.selectFrom('grants').select('recipient_id').where('id', '=', id).executeTakeFirstOrThrow()
  return row.recipient_id
}

export interface NewPass {
  transferId: string
  recipientId: string
  deviceId: string
  /** Proven; '' for the password. */
  address: string
}

/** Stores a pass, and deletes some that expired long ago. */
export async function keepPass(tx: Db, { transferId, recipientId, deviceId, address }: NewPass): Promise<void> {
  const validity = {
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + interval '1 day'`,
  }
  await sql`delete from link_passes where ctid in (
    select ctid from link_passes where expires_at < now() - interval '1 day' limit 100 for update skip locked
  )`.execute(tx)
  await tx
    .insertInto('link_passes')
    .values({ transfer_id: transferId, recipient_id: recipientId, device_id: deviceId, address, ...validity })
    .onConflict((conflict) => conflict.columns(['recipient_id', 'device_id', 'address']).doUpdateSet(validity))
    .execute()
}

export interface HeldPasses {
  hasPassword: boolean
  /** The recipient with the proven address, as long as the transfer is for it. */
  provenId: string | null
  /** How it was proven; null where it was not. */
  provenBy: Proof | null
}

/** By a code mailed for this link, or by being signed in to an account that has proven the address. */
export type Proof = 'code' | 'account'

/**
 * What a caller may open of a link: the valid passes of their browser, none from before the transfer was last closed;
 * and the addresses of their account, which were proven by codes too.
 */
export async function readPasses(
  db: Db,
  recipientId: string,
  { deviceId, accountId }: { deviceId: string | null; accountId: string | null },
): Promise<HeldPasses> {
  const { rows } = await sql<{ address: string; proof: Proof; listed_id: string | null }>`
    select shown.address, shown.proof, listed.id as listed_id
    from (
      select p.address, p.created_at, 'code' as proof from link_passes p join transfer_facts t on t.id = p.transfer_id
      where p.recipient_id = ${recipientId} and p.device_id = ${deviceId} and p.expires_at > now()
        and p.created_at >= coalesce(t.locked_at, p.created_at)
      union all
      select address, proven_at, 'account' from account_emails where account_id = ${accountId}
    ) shown
    join recipient_facts via on via.id = ${recipientId}
    left join recipient_facts listed on listed.transfer_id = via.transfer_id and listed.address = shown.address
      and listed.removed_at is null and (via.address is null or listed.id = via.id)
    order by shown.created_at desc`.execute(db)
  const proven = rows.find(({ listed_id }) => listed_id !== null)
  return {
    hasPassword: rows.some(({ address }) => address === ''),
    provenId: proven?.listed_id ?? null,
    provenBy: proven?.proof ?? null,
  }
}
