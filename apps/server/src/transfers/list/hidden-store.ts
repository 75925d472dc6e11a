import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { UNDO_SECONDS } from '../manage/own-transfer-store.ts'

/** Received transfers that an account has put out of its own list; they and their links stay as they are. */
type Db = Kysely<Database>

/** Of these transfers those mailed to an address of the account, out of its list already or not. */
const ownMail = (accountId: string, transferIds: readonly string[]) => sql`
  transfer_id = any(${[...transferIds]}::text[]) and removed_at is null
    and address in (select address from account_addresses where account_id = ${accountId})`

/** Hides what is listed; returns which of the transfers the account has received at all, and which it hid now. */
export async function hideReceived(
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

/** Lists again what the account hid within the last minute. Returns which of the transfers that were. */
export async function showReceived(tx: Db, accountId: string, transferIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ transfer_id: string }>`
    update recipients set hidden_at = null
    where ${ownMail(accountId, transferIds)} and hidden_at > now() - make_interval(secs => ${UNDO_SECONDS})
    returning transfer_id`.execute(tx)
  return [...new Set(rows.map((row) => row.transfer_id))]
}

/** Of these the account's own transfers. */
export async function listOwnAmong(db: Db, accountId: string, transferIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('transfers')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${[...transferIds]}::text[])`)
    .execute()
  return rows.map(({ id }) => id)
}
