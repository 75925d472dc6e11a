import { type Kysely, type Selectable, sql } from 'kysely'
import { LIVE_CHANNEL } from '../../../platform/database/live-channel.ts'
import type { Database, PasskeysTable } from '../../../platform/database/schema.ts'
import { hashToken } from '../../../platform/ids.ts'

/**
 * Second factors: active ones, recovery codes, public keys of passkeys, and challenges, which end with one more step. A
 * code is valid once; only a hash of a challenge's token is stored.
 */
type Db = Kysely<Database>

/** The database's time. */
export async function readNowMs(db: Db): Promise<number> {
  const { rows } = await sql<{ nowMs: number }>`select (extract(epoch from now()) * 1000)::float8 as "nowMs"`.execute(
    db,
  )
  return (rows[0] as { nowMs: number }).nowMs
}

/** The active factors. */
export interface FactorsOn {
  hasTotp: boolean
  passkeyCount: number
  recoveryCodesLeft: number
  /** By the account's team. */
  isRequired: boolean
}

export async function readFactorsOn(db: Db, accountId: string): Promise<FactorsOn> {
  const { rows } = await sql<FactorsOn>`
    select accounts.has_totp as "hasTotp",
      (select count(*)::int from passkeys where account_id = accounts.id) as "passkeyCount",
      (select count(*)::int from recovery_codes where account_id = accounts.id and used_at is null) as "recoveryCodesLeft",
      accounts.requires_second_factor as "isRequired"
    from account_facts as accounts where id = ${accountId} and deleted_at is null`.execute(db)
  return rows[0] ?? { hasTotp: false, passkeyCount: 0, recoveryCodesLeft: 0, isRequired: false }
}

/** Which of the accounts have a second factor. */
export async function listWithFactor(db: Db, accountIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from account_facts as accounts where id = any(${[...accountIds]}::text[])
      and (has_totp or exists (select from passkeys where account_id = accounts.id))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Has open pages of the accounts look whether their sessions may still be read, on every process. */
export async function lookAgain(tx: Db, accountIds: readonly string[]): Promise<void> {
  await sql`select pg_notify(${LIVE_CHANNEL}, json_build_object('a', id)::text)
    from unnest(${[...accountIds]}::text[]) as id`.execute(tx)
}

/** Replaces all older codes by these; an empty list deletes them. */
export async function replaceRecoveryCodes(tx: Db, accountId: string, hashes: readonly Uint8Array[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  if (hashes.length === 0) return
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ account_id: accountId, code_hash: Buffer.from(hash) })))
    .execute()
}

/** Uses one up; false for an invalid or used one. */
export async function useRecoveryCode(tx: Db, accountId: string, hash: Uint8Array): Promise<boolean> {
  const row = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', Buffer.from(hash))
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

export type Passkey = Selectable<PasskeysTable>

export interface NewPasskey {
  id: string
  accountId: string
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: readonly string[]
  name: string
}

/** False where the credential is already known. */
export async function insertPasskey(tx: Db, made: NewPasskey): Promise<boolean> {
  const row = await tx
    .insertInto('passkeys')
    .values({
      id: made.id,
      account_id: made.accountId,
      credential_id: made.credentialId,
      public_key: Buffer.from(made.publicKey),
      counter: made.counter,
      transports: [...made.transports],
      name: made.name,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function listPasskeys(db: Db, accountId: string): Promise<Passkey[]> {
  return db.selectFrom('passkeys').selectAll().where('account_id', '=', accountId).orderBy('added_at').execute()
}

export async function findPasskey(db: Db, accountId: string, credentialId: string): Promise<Passkey | null> {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row ?? null
}

/** Records a use. An authenticator's counter must increase (WebAuthn, 6.1.1); false where another use was faster. */
export async function usePasskey(tx: Db, id: string, counter: number): Promise<boolean> {
  const row = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('counter', '<', counter),
        where.and([where('counter', '=', 0), sql<boolean>`${counter}::bigint = 0`]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Its name; null where the account has no such passkey. */
export async function removePasskeyRow(tx: Db, accountId: string, id: string): Promise<string | null> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}

export async function forgetPasskeys(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('account_id', '=', accountId).execute()
}

export type ChallengePurpose = 'second-factor' | 'add-totp' | 'add-passkey' | 'step-up' | 'stepped-up'

export interface Challenge {
  accountId: string
  /** The challenge for a passkey to sign; null where there is none. */
  challenge: string | null
}

export interface NewChallenge extends Challenge {
  token: string
  purpose: ChallengePurpose
  validMinutes: number
}

/** Returns when it expires. */
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

/** The same, replacing an older one with this token. */
export async function replaceChallenge(db: Db, made: NewChallenge): Promise<void> {
  await sql`
    insert into challenges (token_hash, purpose, account_id, challenge, expires_at)
    values (${hashToken(made.token)}, ${made.purpose}, ${made.accountId}, ${made.challenge},
      now() + make_interval(mins => ${made.validMinutes}))
    on conflict (token_hash) do update set challenge = excluded.challenge, tries_left = default,
      created_at = now(), expires_at = excluded.expires_at, used_at = null`.execute(db)
}

const isOpen = sql<boolean>`used_at is null and tries_left > 0 and expires_at > now()`

/** Null where it is unknown, used, too old, or was tried five times. */
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

/** Whether this is a valid step-up; the check uses nothing up. */
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

/** Uses it up, once: false for every call but the first. */
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

/** Cancels everything that the account had begun. */
export async function dropChallenges(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('challenges').where('account_id', '=', accountId).execute()
}
