import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { endAccessTokens } from '../access-request-store.ts'
import { dropSharesOf } from '../share/share-store.ts'

type Db = Kysely<Database>

/**
 * The transfers of one account become another's, of the same workspace; links in mails to the former one stop granting
 * access. Lock both accounts before.
 */
export async function handOverTransfers(tx: Db, from: string, to: string): Promise<void> {
  const moved = await tx
    .updateTable('transfers')
    .set({ account_id: to })
    .where('account_id', '=', from)
    .returning('id')
    .execute()
  await endAccessTokens(
    tx,
    moved.map(({ id }) => id),
  )
  await dropSharesOf(tx, { from, to })
  // Their counts are zero now, in a workspace that the account may leave.
  await tx.deleteFrom('transfer_counts').where('account_id', '=', from).execute()
  await tx.deleteFrom('transfer_day_counts').where('account_id', '=', from).execute()
}

/** The transfers of this UTC month that each of the accounts has not deleted. */
export async function countMonthOf(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; transfers: number }>`
    select account_id as id, sum(transfers)::int as transfers from transfer_counts
    where account_id = any(${[...accountIds]}::text[]) and month = to_char(now() at time zone 'utc', 'YYYY-MM')
    group by 1`.execute(db)
  return new Map(rows.map(({ id, transfers }) => [id, transfers]))
}

/** How many transfers the account has. */
export async function countTransfers(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ transfers: number }>`
    select coalesce(sum(transfers), 0)::int as transfers from transfer_counts where account_id = ${accountId}`.execute(
    db,
  )
  return rows[0]?.transfers ?? 0
}
