import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'
import { hashToken } from '../../../platform/ids.ts'

/** Things begun that end with one more step. Whoever goes on shows the token; only its hash is stored. */
type Db = Kysely<Database>

export type ChallengePurpose = 'second-factor' | 'add-totp' | 'add-passkey' | 'step-up' | 'stepped-up'

export interface Challenge {
  accountId: string
  /** What a passkey has to sign; null where none is asked for. */
  challenge: string | null
}

export interface NewChallenge extends Challenge {
  token: string
  purpose: ChallengePurpose
  validMinutes: number
}

/** Returns when it is over. */
export async function insertChallenge(db: Db, made: NewChallenge): Promise<Date> {
  const row = await db
    .insertInto('challenges')
    .values({
      token_hash: hashToken(made.token),
      purpose: made.purpose,
      account_id: made.accountId,
      challenge: made.challenge,
      expires_at: sql<Date>`now() + make_interval(mins => ${made.validMinutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

/** The same, in the place of an older one with this token. */
export async function replaceChallenge(db: Db, made: NewChallenge): Promise<void> {
  await sql`
    insert into challenges (token_hash, purpose, account_id, challenge, expires_at)
    values (${hashToken(made.token)}, ${made.purpose}, ${made.accountId}, ${made.challenge},
      now() + make_interval(mins => ${made.validMinutes}))
    on conflict (token_hash) do update set challenge = excluded.challenge, tries_left = default,
      created_at = now(), expires_at = excluded.expires_at, used_at = null`.execute(db)
}

const isOpen = sql<boolean>`used_at is null and tries_left > 0 and expires_at > now()`

/** Null where it is none, was used, is too old, or was tried five times. */
export async function findChallenge(db: Db, token: string, purpose: ChallengePurpose): Promise<Challenge | null> {
  const row = await db
    .selectFrom('challenges')
    .select(['account_id as accountId', 'challenge'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where(isOpen)
    .executeTakeFirst()
  return row ?? null
}

/** Whether this is a step-up that is not over; looking uses nothing up. */
export const isSteppedUp = async (db: Db, token: string): Promise<boolean> =>
  (await findChallenge(db, token, 'stepped-up')) !== null

/** Spends one of its five tries before anything is judged; false where none is left. */
export async function spendChallengeTry(db: Db, token: string): Promise<boolean> {
  const row = await db
    .updateTable('challenges')
    .set((challenge) => ({ tries_left: challenge('tries_left', '-', 1) }))
    .where('token_hash', '=', hashToken(token))
    .where(isOpen)
    .returning('purpose')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses it up, once: false for everyone but the first. */
export async function useChallenge(tx: Db, token: string): Promise<boolean> {
  const row = await tx
    .updateTable('challenges')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('purpose')
    .executeTakeFirst()
  return row !== undefined
}

/** Whatever the account had begun comes to nothing. */
export async function dropChallenges(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('challenges').where('account_id', '=', accountId).execute()
}
