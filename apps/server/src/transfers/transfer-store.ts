import { NEVER_EXPIRES_SECONDS } from '@waybill/contract/transfers/expiry'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, RecipientsTable, TransfersTable } from '../platform/database/schema.ts'
import { type Searchable, searchableText } from './list/searchable-text.ts'
import { isServed } from './served-transfer-store.ts'

/** Transfers and their recipients. A slug is never used twice: rows stay when their bytes are gone. */
type Db = Kysely<Database>
type RecipientRow = Selectable<RecipientsTable>

/** A transfer with its state as the database's clock has it. */
export interface Transfer extends Selectable<TransfersTable> {
  is_expired: boolean
}
/** `address` is null for the link of a link transfer, and for the devices that came by it: their `link_id` is its row. */
export type Recipient = RecipientRow

export interface NewTransfer {
  id: string
  accountId: string | null
  uploadId: string
  sendAs: 'email' | 'link'
  role: string
  senderAddress: string
  senderName: string | null
  senderCompany: string | null
  senderLanguage: string
  senderTimeZone: string | null
  senderCountry: string | null
  senderCity: string | null
  deviceId: string | null
  network: string
  message: string
  fileCount: number
  bytes: number
  expirySeconds: number
  /** Null: as the account has it. */
  remindRecipients: boolean | null
  searchable: Omit<Searchable, 'slug'>
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
      account_id: made.accountId,
      upload_id: made.uploadId,
      send_as: made.sendAs,
      role: made.role,
      sender_address: made.senderAddress,
      sender_name: made.senderName,
      sender_company: made.senderCompany,
      sender_proven: true,
      sender_language: made.senderLanguage,
      sender_time_zone: made.senderTimeZone,
      sender_country: made.senderCountry,
      sender_city: made.senderCity,
      device_id: made.deviceId,
      network: made.network,
      message: made.message,
      file_count: made.fileCount,
      bytes: made.bytes,
      expiry_seconds: made.expirySeconds,
      remind_recipients: made.remindRecipients,
      search_text: searchableText({ slug, ...made.searchable }),
      expires_at: isForEver ? null : sql<Date>`now() + make_interval(secs => ${made.expirySeconds}::double precision)`,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ? { ...row, is_expired: false } : null
}

export async function setSearchText(tx: Db, transferId: string, text: string): Promise<void> {
  await tx.updateTable('transfers').set({ search_text: text }).where('id', '=', transferId).execute()
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

/** A transfer that is served; null for unknown, deleted, removed and blocked ones, and those of a suspended sender. */
export async function findStandingTransfer(db: Db, id: string): Promise<Transfer | null> {
  const row = await db
    .selectFrom('transfers')
    .selectAll()
    .select(withState)
    .where('id', '=', id)
    .where(isServed())
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
    .where('recipients.removed_at', 'is', null)
    .where(isServed())
    .where((where) =>
      where.or([
        where.and([
          where('transfers.send_as', '=', 'email'),
          where('recipients.token_hash', '=', Buffer.from(tokenHash ?? [])),
        ]),
        where.and([
          where('transfers.send_as', '=', 'link'),
          where('recipients.address', 'is', null),
          where('recipients.link_id', 'is', null),
        ]),
      ]),
    )
    .executeTakeFirst()
  return row ?? null
}
