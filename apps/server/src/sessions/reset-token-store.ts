import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { hashToken } from '../ids.ts'

/** Tokens that set a new password: the newest of an account alone, once, within an hour. */
type Db = Kysely<Database>

export const RESET_VALID_MINUTES = 60
const MOST_PER_HOUR = 3

/** Whether one more may be mailed to the account now. Asked while its row is held. */
export async function mayMailReset(tx: Db, accountId: string): Promise<boolean> {
  const { count } = await tx
    .selectFrom('reset_tokens')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return count < MOST_PER_HOUR
}

/** Keeps a new one, which ends those before it. */
export async function replaceResetToken(tx: Db, accountId: string, token: string): Promise<void> {
  await endResetTokens(tx, accountId)
  await tx
    .insertInto('reset_tokens')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      expires_at: sql<Date>`now() + make_interval(mins => ${sql.lit(RESET_VALID_MINUTES)})`,
    })
    .execute()
}

export async function endResetTokens(tx: Db, accountId: string): Promise<void> {
  await tx
    .updateTable('reset_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute()
}

/** The account a token may set the password of; null where it may not any more. Uses nothing up. */
export async function findResetAccount(db: Db, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('reset_tokens')
    .select('account_id')
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** Uses the token up; false for everyone but the first. */
export async function useResetToken(tx: Db, token: string): Promise<boolean> {
  const row = await tx
    .updateTable('reset_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}
