import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, RecipientsTable } from '../../platform/database/schema.ts'
import { isServed, UNDO_SECONDS } from '../transfer-store.ts'

/** The recipients of transfers. Changes lock the transfer's row, so that they run one after the other. */
type Db = Kysely<Database>

/** `address` is null for the link of a link transfer, and for its devices: their `link_id` is the link's row. */
export type Recipient = Selectable<RecipientsTable>

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

/** In the order of insertion. */
export async function listRecipients(db: Db, transferId: string): Promise<Recipient[]> {
  return db.selectFrom('recipients').selectAll().where('transfer_id', '=', transferId).orderBy('position').execute()
}

export async function findRecipient(db: Db, id: string): Promise<Recipient | null> {
  return (await db.selectFrom('recipients').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/**
 * The recipient that slug and token identify: for an email transfer the one with this token, for a link transfer the
 * link itself. Null for everything else, always with the same statement.
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

/** The addresses of the transfer; a link itself has none. */
export async function listRecipientAddresses(db: Db, transferId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('recipients')
    .select('address')
    .where('transfer_id', '=', transferId)
    .where('removed_at', 'is', null)
    .where('address', 'is not', null)
    .$narrowType<{ address: string }>()
    .execute()
  return rows.map(({ address }) => address)
}

/** Appends people to the existing ones. */
export async function appendRecipients(
  tx: Db,
  transferId: string,
  recipients: readonly NewRecipient[],
  language: string | null,
): Promise<void> {
  const last = sql<number>`(select coalesce(max(position), -1) from recipients where transfer_id = ${transferId})`
  await tx
    .insertInto('recipients')
    .values(
      recipients.map(({ id, address, name, company, tokenHash }, nth) => ({
        id,
        transfer_id: transferId,
        position: sql<number>`${last} + ${nth + 1}`,
        address,
        name,
        company,
        language,
        token_hash: Buffer.from(tokenHash),
      })),
    )
    .execute()
}

/** Ends their link. False where they are not recipients of the transfer. */
export async function takeRecipientOff(tx: Db, transferId: string, recipientId: string): Promise<boolean> {
  const row = await tx
    .updateTable('recipients')
    .set({ removed_at: sql<Date>`now()` })
    .where('id', '=', recipientId)
    .where('transfer_id', '=', transferId)
    .where('address', 'is not', null)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks the recipients of the account's transfers. A delivery locks its recipient before it writes the transfer's row:
 * every transaction that writes both uses that order. Taking from the quota of an open link locks the link before its
 * device.
 */
export async function lockRecipientsOf(tx: Db, accountId: string, transferIds: readonly string[]): Promise<void> {
  await sql`
    select from recipients r join transfers t on t.id = r.transfer_id
    where t.id = any(${[...transferIds]}::text[]) and t.account_id = ${accountId}
    order by r.link_id is not null, r.id for no key update of r`.execute(tx)
}

/** Those of these transfers that were mailed to an address of the account, hidden or not. */
const ownMail = (accountId: string, transferIds: readonly string[]) => sql`
  transfer_id = any(${[...transferIds]}::text[]) and removed_at is null
    and address in (select address from account_emails where account_id = ${accountId})`

/** Hides listed ones; returns which of the transfers the account has received at all, and which it hid now. */
export async function markHidden(
  tx: Db,
  accountId: string,
  transferIds: readonly string[],
): Promise<{ known: string[]; hidden: string[] }> {
  const { rows: hidden } = await sql<{ transfer_id: string }>`
    update recipients set hidden_at = now()
    where ${ownMail(accountId, transferIds)} and received_at is not null returning transfer_id`.execute(tx)
  const { rows: known } = await sql<{ transfer_id: string }>`
    select distinct transfer_id from recipients
    where ${ownMail(accountId, transferIds)} and hidden_at is not null`.execute(tx)
  return { known: known.map((row) => row.transfer_id), hidden: [...new Set(hidden.map((row) => row.transfer_id))] }
}

/** Lists again what the account hid within the last minute. Returns which of the transfers those were. */
export async function showReceived(tx: Db, accountId: string, transferIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ transfer_id: string }>`
    update recipients set hidden_at = null
    where ${ownMail(accountId, transferIds)} and hidden_at > now() - make_interval(secs => ${UNDO_SECONDS})
    returning transfer_id`.execute(tx)
  return [...new Set(rows.map((row) => row.transfer_id))]
}

/** Recipients, a page after `afterId`. */
export async function listRecipientTokens(
  db: Db,
  afterId: string,
  limit: number,
): Promise<Array<{ id: string; token_hash: Buffer }>> {
  return (
    db
      .selectFrom('recipients')
      .select(['id', 'token_hash'])
      // A device of an open link has no link of its own.
      .where('link_id', 'is', null)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .execute()
  )
}

/** Clears the identity of these transfers' recipients. Whether a row had an address stays known. */
export async function clearRecipients(tx: Db, transferIds: readonly string[]): Promise<void> {
  await sql`
    update recipients set address = case when address is not null then '' end, name = null, company = null,
      device_id = null, device = null, country = null, city = null
    where transfer_id = any(${[...transferIds]}::text[])`.execute(tx)
}

/** The number of devices per link with their own row; further ones share one. */
export const MOST_DEVICES = 1_000
/** Their position among recipients: after everybody whom the sender named. */
const POSITION = 1_000_000

/** The recipient for a device on a link; null where it has not come yet. */
export async function findLinkDevice(db: Db, linkId: string, deviceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('recipients')
    .select('id')
    .where('link_id', '=', linkId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row?.id ?? null
}

export interface NewLinkDevice {
  id: string
  transferId: string
  linkId: string
  /** Null: a program that keeps no cookie. */
  deviceId: string | null
  tokenHash: Uint8Array
  device: string | null
  country: string | null
  city: string | null
}

/**
 * Makes a device a recipient; returns its id, or that of a concurrent call that made it first. Null where the link has
 * enough of them.
 */
export async function insertLinkDevice(db: Db, made: NewLinkDevice): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into recipients (id, transfer_id, position, token_hash, link_id, device_id, device, country, city)
    select ${made.id}::text, ${made.transferId}::text, ${POSITION}::int, ${Buffer.from(made.tokenHash)}::bytea,
      ${made.linkId}::text, ${made.deviceId}::text, ${made.device}::text, ${made.country}::text, ${made.city}::text
    where (select count(*) from recipients where link_id = ${made.linkId}) < ${MOST_DEVICES}
    on conflict do nothing returning id`.execute(db)
  const [row] = rows
  if (row !== undefined) return row.id
  return made.deviceId === null ? null : findLinkDevice(db, made.linkId, made.deviceId)
}

/** The row shared by all devices without their own; created with the first of them. */
export async function shareRestRow(
  db: Db,
  { id, transferId, linkId, tokenHash }: Pick<NewLinkDevice, 'id' | 'transferId' | 'linkId' | 'tokenHash'>,
): Promise<string> {
  await sql`
    insert into recipients (id, transfer_id, position, token_hash, link_id, is_rest)
    values (${id}, ${transferId}, ${POSITION + 1}, ${Buffer.from(tokenHash)}, ${linkId}, true)
    on conflict do nothing`.execute(db)
  const row = await db
    .selectFrom('recipients')
    .select('id')
    .where('link_id', '=', linkId)
    .where('is_rest', '=', true)
    .executeTakeFirstOrThrow()
  return row.id
}

/** The recipient with this address in the transfer of a link's recipient: for an email link only itself. */
export async function findListed(db: Db, recipientId: string, address: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select listed.id from recipients via join recipients listed on listed.transfer_id = via.transfer_id
    where via.id = ${recipientId} and listed.address = ${address} and listed.removed_at is null
      and (via.address is null or listed.id = via.id)`.execute(db)
  return rows[0]?.id ?? null
}
