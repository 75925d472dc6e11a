import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'
import { hashToken } from '../../../platform/ids.ts'

/** Tokens that set a new password: the newest that a browser asked for, once, within an hour. */
type Db = Kysely<Database>

export const RESET_VALID_MINUTES = 60

/**
 * Keeps a new one, which ends those before it that the same browser asked for: what a stranger asks for ends nobody's.
 * One that no browser asked for ends them all.
 */
export async function replaceResetToken(
  tx: Db,
  accountId: string,
  { token, deviceId }: { token: string; deviceId: string | null },
): Promise<void> {
  await endResetTokens(tx, accountId, deviceId)
  await tx
    .insertInto('reset_tokens')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      device_id: deviceId,
      expires_at: sql<Date>`now() + make_interval(mins => ${sql.lit(RESET_VALID_MINUTES)})`,
    })
    .execute()
}

/** Ends those of one browser, or all of them. */
export async function endResetTokens(tx: Db, accountId: string, deviceId: string | null = null): Promise<void> {
  await tx
    .updateTable('reset_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .$if(deviceId !== null, (query) => query.where('device_id', '=', deviceId))
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
