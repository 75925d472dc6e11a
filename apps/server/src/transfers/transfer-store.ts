import { NEVER_EXPIRES_SECONDS } from '@waybill/contract/expiry'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, RecipientsTable, TransfersTable } from '../database/schema.ts'

/** Transfers and their recipients. A slug is never used twice: rows stay when their bytes are gone. */
type Db = Kysely<Database>
type RecipientRow = Selectable<RecipientsTable>

/** How long after its expiry an anonymous sender's bytes are kept, in days. */
const KEPT_DAYS = 7
/** How long the bytes of a deleted transfer are kept, in hours: longer than a backup takes. */
const DELETED_HOURS = 24

/** A transfer with its state as the database's clock has it. */
export interface Transfer extends Selectable<TransfersTable> {
  is_expired: boolean
}
/** `address` is null for whoever holds a link transfer's link. */
export type Recipient = RecipientRow

export interface NewTransfer {
  id: string
  uploadId: string
  sendAs: 'email' | 'link'
  role: string
  senderAddress: string
  senderLanguage: string
  senderTimeZone: string | null
  deviceId: string | null
  network: string
  message: string
  fileCount: number
  bytes: number
  expirySeconds: number
}

const withState = sql<boolean>`transfers.expires_at is not null and transfers.expires_at <= now()`.as('is_expired')

/** Null where the slug is taken, now or formerly. */
export async function insertTransfer(tx: Db, slug: string, made: NewTransfer): Promise<Transfer | null> {
  const isForEver = made.expirySeconds === NEVER_EXPIRES_SECONDS
  const row = await tx
    .insertInto('transfers')
    .values({
      id: made.id,
      slug,
      upload_id: made.uploadId,
      send_as: made.sendAs,
      role: made.role,
      sender_address: made.senderAddress,
      sender_proven: true,
      sender_language: made.senderLanguage,
      sender_time_zone: made.senderTimeZone,
      device_id: made.deviceId,
      network: made.network,
      message: made.message,
      file_count: made.fileCount,
      bytes: made.bytes,
      expiry_seconds: made.expirySeconds,
      expires_at: isForEver ? null : sql<Date>`now() + make_interval(secs => ${made.expirySeconds}::double precision)`,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ? { ...row, is_expired: false } : null
}

export interface NewRecipient {
  id: string
  address: string | null
  name: string | null
  company: string | null
  tokenHash: Uint8Array
}

export async function insertRecipients(tx: Db, transferId: string, recipients: readonly NewRecipient[]): Promise<void> {
  await tx
    .insertInto('recipients')
    .values(
      recipients.map(({ id, address, name, company, tokenHash }, position) => ({
        id,
        transfer_id: transferId,
        position,
        address,
        name,
        company,
        token_hash: Buffer.from(tokenHash),
      })),
    )
    .execute()
}

export async function findTransferOfUpload(db: Db, uploadId: string): Promise<Transfer | null> {
  const row = await db
    .selectFrom('transfers')
    .selectAll()
    .select(withState)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst()
  return row ?? null
}

/** A transfer that still stands; null for unknown, deleted and removed ones. */
export async function findStandingTransfer(db: Db, id: string): Promise<Transfer | null> {
  const row = await db
    .selectFrom('transfers')
    .selectAll()
    .select(withState)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('bytes_removed_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** In the order in which they were written. */
export async function listRecipients(db: Db, transferId: string): Promise<Recipient[]> {
  return db.selectFrom('recipients').selectAll().where('transfer_id', '=', transferId).orderBy('position').execute()
}

export async function findRecipient(db: Db, id: string): Promise<Recipient | null> {
  return (await db.selectFrom('recipients').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/**
 * The recipient whom slug and token name together: of an email transfer the one with this token, of a link transfer
 * whoever holds the link. Null for everything else, always by the same one statement.
 */
export async function findRecipientByLink(
  db: Db,
  slug: string,
  tokenHash: Uint8Array | null,
): Promise<Recipient | null> {
  const row = await db
    .selectFrom('recipients')
    .innerJoin('transfers', 'transfers.id', 'recipients.transfer_id')
    .selectAll('recipients')
    .where('transfers.slug', '=', slug)
    .where('transfers.deleted_at', 'is', null)
    .where('transfers.bytes_removed_at', 'is', null)
    .where((where) =>
      where.or([
        where.and([
          where('transfers.send_as', '=', 'email'),
          where('recipients.token_hash', '=', Buffer.from(tokenHash ?? [])),
        ]),
        where.and([where('transfers.send_as', '=', 'link'), where('recipients.address', 'is', null)]),
      ]),
    )
    .executeTakeFirst()
  return row ?? null
}

/** Ends anonymous transfers whose bytes are due; from then on they are unknown. Returns how many. */
export async function endOverdueTransfers(db: Db): Promise<number> {
  const rows = await db
    .updateTable('transfers')
    .set({ deleted_at: sql<Date>`now()` })
    .where('role', '=', 'anon')
    .where('deleted_at', 'is', null)
    .where('bytes_removed_at', 'is', null)
    .where('expires_at', '<=', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .returning('id')
    .execute()
  return rows.length
}

/** Ended transfers whose bytes may go now. */
export async function listRemovable(db: Db, limit: number): Promise<Array<{ id: string; uploadId: string }>> {
  return db
    .selectFrom('transfers')
    .select(['id', 'upload_id as uploadId'])
    .where('deleted_at', 'is not', null)
    .where('bytes_removed_at', 'is', null)
    .where((where) =>
      where.or([
        where('deleted_at', '<=', sql<Date>`now() - make_interval(hours => ${DELETED_HOURS})`),
        where.and([
          where('role', '=', 'anon'),
          where('expires_at', '<=', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`),
        ]),
      ]),
    )
    .orderBy('deleted_at')
    .limit(limit)
    .execute()
}

export async function markBytesRemoved(db: Db, transferId: string): Promise<void> {
  await db
    .updateTable('transfers')
    .set({ bytes_removed_at: sql<Date>`now()` })
    .where('id', '=', transferId)
    .where('bytes_removed_at', 'is', null)
    .execute()
}
