import { NEVER_EXPIRES_SECONDS } from '@waybill/contract/transfers/expiry'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { AdditionsTable, Database, TransfersTable } from '../platform/database/schema.ts'
import { workspaceOf } from '../platform/database/workspace-of.ts'
import type { ChosenOptions } from './draft-store.ts'
import { type Searchable, searchableText } from './list/searchable-text.ts'
import type { SendTime } from './schedule/judge-send-time.ts'

/** Sending and finding transfers. A slug is never used twice: rows stay when their bytes are gone. */
type Db = Kysely<Database>

/** A transfer with its state by the database's clock. */
export interface Transfer extends Selectable<TransfersTable> {
  is_expired: boolean
}

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
  title: string | null
  message: string
  fileCount: number
  bytes: number
  expirySeconds: number
  /** Null: the account's setting. */
  remindRecipients: boolean | null
  options: ChosenOptions
  /** Null: it is sent now. */
  sendTime: SendTime | null
  /** Its files are still on their way. */
  isArriving: boolean
  searchable: Omit<Searchable, 'slug' | 'title'>
}

const withState = sql<boolean>`transfers.expires_at is not null and transfers.expires_at <= now()`.as('is_expired')

/** Locks a served transfer until the transaction ends. */
export async function holdServed(tx: Db, transferId: string): Promise<void> {
  await tx
    .selectFrom('transfers')
    .select('id')
    .where('id', '=', transferId)
    .where(isServed())
    .forNoKeyUpdate()
    .execute()
}

/** Null where the slug is or was in use. */
export async function insertTransfer(tx: Db, slug: string, made: NewTransfer): Promise<Transfer | null> {
  const isForEver = made.expirySeconds === NEVER_EXPIRES_SECONDS
  const row = await tx
    .insertInto('transfers')
    .values({
      id: made.id,
      slug,
      account_id: made.accountId,
      workspace_id: workspaceOf(made.accountId),
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
      title: made.title,
      message: made.message,
      file_count: made.fileCount,
      bytes: made.bytes,
      expiry_seconds: made.expirySeconds,
      remind_recipients: made.remindRecipients,
      password_hash: made.options.passwordHash,
      download_limit: made.options.downloadLimit,
      only_proven: made.options.isOnlyProven,
      alert_mode: made.options.alerts,
      search_text: searchableText({ slug, title: made.title, ...made.searchable }),
      sends_at: made.sendTime && new Date(made.sendTime.atMs),
      sends_local: made.sendTime?.localTime ?? null,
      sends_zone: made.sendTime?.timeZone ?? null,
      arrival: made.isArriving ? 'arriving' : null,
      expires_at:
        isForEver || made.sendTime
          ? null
          : sql<Date>`now() + make_interval(secs => ${made.expirySeconds}::double precision)`,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ? { ...row, is_expired: false } : null
}

export async function readTitle(tx: Db, transferId: string): Promise<string | null> {
  const row = await tx.selectFrom('transfers').select('title').where('id', '=', transferId).executeTakeFirst()
  return row?.title ?? null
}

export async function setSearchText(tx: Db, transferId: string, text: string): Promise<void> {
  await tx.updateTable('transfers').set({ search_text: text }).where('id', '=', transferId).execute()
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

const aliases = { transfers: sql`transfers`, t: sql`t` }

/**
 * Whether the transfer of this alias is served to anyone with its link: it has been sent and not deleted, the operator
 * has not blocked it, and its sending account exists and is not suspended. Only this expression decides that.
 */
export const isServed = (alias: keyof typeof aliases = 'transfers') => {
  const t = aliases[alias]
  return sql<boolean>`(${t}.deleted_at is null and ${t}.bytes_removed_at is null and ${t}.blocked_at is null and ${t}.sends_at is null
    and not exists (
      select from account_facts sender
      where sender.id = ${t}.account_id and (sender.suspended_at is not null or sender.deleted_at is not null)
    ))`
}

/** How long a deletion of transfers may be undone, in seconds. */
export const UNDO_SECONDS = 60

/** 'deleted' within the last minute, or 'gone' for longer. */
export interface OwnTransfer {
  id: string
  slug: string
  state: 'standing' | 'deleted' | 'gone'
  /** No file is left: of one that was deleted while its files uploaded, none had come. */
  isEmpty: boolean
}

/** Those of these that the account owns; a deleted one as long as it has a record. */
export async function listOwnTransferRows(db: Db, accountId: string, ids: readonly string[]): Promise<OwnTransfer[]> {
  const { rows } = await sql<OwnTransfer>`
    select id, slug, case when deleted_at is null then 'standing'
      when deleted_at > now() - make_interval(secs => ${UNDO_SECONDS}) and bytes_removed_at is null then 'deleted'
      else 'gone' end as state, file_count = 0 as "isEmpty"
    from transfers where id = any(${[...ids]}::text[]) and account_id = ${accountId} and record_erased_at is null order by id`.execute(
    db,
  )
  return rows
}

/** Those of these transfers that the account owns. */
export async function listOwnAmong(db: Db, accountId: string, transferIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('transfers')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${[...transferIds]}::text[])`)
    .execute()
  return rows.map(({ id }) => id)
}

/** Moves transfers of the account's proven addresses to the account, arriving ones once they are whole. Returns the uploads with their files. */
export async function adoptAnonymous(tx: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ upload_id: string }>`
    update transfers set account_id = ${accountId}, workspace_id = ${workspaceOf(accountId)}
    where account_id is null and sender_proven and deleted_at is null and bytes_removed_at is null
      and (arrival is null or arrival = 'whole')
      and sender_address in (select address from account_emails where account_id = ${accountId})
    returning upload_id`.execute(tx)
  return rows.map((row) => row.upload_id)
}

/** Whether this browser has sent one that has not joined an account. */
export async function hasAnonymous(db: Db, deviceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('transfers')
    .select('id')
    .where('device_id', '=', deviceId)
    .where('account_id', 'is', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A page of the account's undeleted transfers. */
export async function listStandingTransfers(db: Db, accountId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('transfers')
    .select('id')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** A page of the account's transfers that still name their sender. */
export async function listNamedTransfers(db: Db, accountId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from transfers where account_id = ${accountId} and sender_address <> '' limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether an upload, whose id is a column of the enclosing statement, was sent as a transfer, or added to one. */
export const isOfTransfer = (uploadId: string) => sql<boolean>`(
  exists (select from transfers where upload_id = ${sql.ref(uploadId)})
  or exists (select from additions where upload_id = ${sql.ref(uploadId)}))`

/** Stores what an upload is for; a later call replaces it. */
export async function keepAddition(
  tx: Db,
  uploadId: string,
  { transferId, replaces }: { transferId: string; replaces: string | null },
): Promise<void> {
  await tx
    .insertInto('additions')
    .values({ upload_id: uploadId, transfer_id: transferId, replaces_file_id: replaces })
    .onConflict((conflict) =>
      conflict.column('upload_id').doUpdateSet({ replaces_file_id: replaces, changed_at: sql<Date>`now()` }),
    )
    .execute()
}

export async function findAddition(db: Db, uploadId: string): Promise<Selectable<AdditionsTable> | null> {
  return (await db.selectFrom('additions').selectAll().where('upload_id', '=', uploadId).executeTakeFirst()) ?? null
}

export async function deleteAddition(tx: Db, uploadId: string): Promise<void> {
  await tx.deleteFrom('additions').where('upload_id', '=', uploadId).execute()
}
