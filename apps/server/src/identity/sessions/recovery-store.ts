import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { hashToken } from '../../platform/ids.ts'
import { dropAddressesSince, dropTotpSince } from '../accounts/index.ts'

/**
 * Account recovery: tokens that set a new password, and changes that the notified address may undo. Only hashes of
 * tokens are stored.
 */
type Db = Kysely<Database>

export const RESET_VALID_MINUTES = 60

/**
 * Stores a new one, which ends earlier ones that the same browser requested: a stranger's request ends nobody's. One
 * that no browser requested ends them all.
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

/** Ends the tokens of one browser, or all of them. */
export async function endResetTokens(tx: Db, accountId: string, deviceId: string | null = null): Promise<void> {
  await tx
    .updateTable('reset_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .$if(deviceId !== null, (query) => query.where('device_id', '=', deviceId))
    .execute()
}

/** The account whose password a token may set; null where it is no longer valid. Does not use it up. */
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

/** Uses the token up; false for every call but the first. */
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

const HOURS = 72

export interface TakeBack {
  accountId: string
  address: string
  isUsed: boolean
}

/** Records that the transaction's change may be undone. */
export async function insertTakeBack(
  tx: Db,
  { token, accountId, address }: { token: string; accountId: string; address: string },
): Promise<void> {
  await tx
    .insertInto('take_backs')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      address,
      expires_at: sql<Date>`now() + make_interval(hours => ${sql.lit(HOURS)})`,
    })
    .execute()
}

/** Within its 72 hours, used or not; null after them, and where there is none. */
export async function findTakeBack(db: Db, token: string): Promise<TakeBack | null> {
  const row = await db
    .selectFrom('take_backs')
    .select(['account_id as accountId', 'address', sql<boolean>`used_at is not null`.as('isUsed')])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Uses it up, once: null for every call but the first. This undoes the later changes too: their links, which went to
 * the person behind this one, end.
 */
export async function useTakeBack(tx: Db, token: string): Promise<{ changedAt: Date } | null> {
  const row = await tx
    .updateTable('take_backs')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['account_id', 'changed_at'])
    .executeTakeFirst()
  if (row === undefined) return null
  await sql`delete from take_backs t using take_backs taken
    where taken.token_hash = ${hashToken(token)} and t.account_id = taken.account_id
      and t.token_hash <> taken.token_hash and t.changed_at >= taken.changed_at`.execute(tx)
  return { changedAt: row.changed_at }
}

/** Removes the factors added since 72 hours before the change, and the addresses proven since; keeps `address`. */
export async function dropSince(tx: Db, token: string, { accountId, address }: TakeBack): Promise<void> {
  const { changedAt, since } = await tx
    .selectFrom('take_backs')
    // As text: the database's instants are more precise than a Date.
    .select(sql<string>`changed_at::text`.as('changedAt'))
    .select(sql<string>`(changed_at - make_interval(hours => ${sql.lit(HOURS)}))::text`.as('since'))
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  await dropTotpSince(tx, accountId, since)
  await sql`delete from passkeys where account_id = ${accountId} and added_at >= ${since}::timestamptz`.execute(tx)
  await sql`delete from recovery_codes where account_id = ${accountId}
    and not exists (select from passkeys p where p.account_id = ${accountId})
    and not exists (select from account_facts a where a.id = ${accountId} and a.has_totp)`.execute(tx)
  await dropAddressesSince(tx, { accountId, keptAddress: address, since: changedAt })
}

export async function forgetTakeBacks(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('take_backs').where('account_id', '=', accountId).execute()
}
