import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { hashToken, newId } from '../../platform/ids.ts'
import { MOST_AGES } from './sender-code-limits.ts'

/**
 * Codes that prove a sender's address for one browser, proven addresses, and how many mails with codes a mailbox got.
 */
type Db = Kysely<Database>

export const CODE_VALID_MINUTES = 10
const MAX_TRIES = 5
const PROOF_VALID_DAYS = 30
const FRESH_PROOF_MINUTES = 30

export interface NewSenderCode {
  id: string
  address: string
  deviceId: string
  codeHash: Uint8Array
}

/** Stores a code and ends the older ones that the same browser requested: a stranger's request ends nobody's. */
export async function replaceCode(tx: Db, code: NewSenderCode): Promise<void> {
  await tx
    .updateTable('sender_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('address', '=', code.address)
    .where('device_id', '=', code.deviceId)
    .where('used_at', 'is', null)
    .execute()
  await tx
    .insertInto('sender_codes')
    .values({
      id: code.id,
      address: code.address,
      device_id: code.deviceId,
      code_hash: code.codeHash,
      tries_left: MAX_TRIES,
      expires_at: sql<Date>`now() + make_interval(mins => ${CODE_VALID_MINUTES})`,
    })
    .execute()
}

/** Deletes some codes that expired long ago. */
export async function forgetOldCodes(tx: Db): Promise<void> {
  await sql`delete from sender_codes where id in (
    select id from sender_codes where created_at < now() - interval '2 days' limit 100 for update skip locked
  )`.execute(tx)
}

export interface TriedCode {
  id: string
  codeHash: Buffer
  triesLeft: number
}

/**
 * Spends one try of the address's newest code that was requested in this browser, before anything is compared: however
 * many guesses arrive at once, no more than five are ever judged. Undefined where there is no code to try.
 */
export async function spendTry(
  db: Db,
  { address, deviceId }: { address: string; deviceId: string },
): Promise<TriedCode | undefined> {
  const row = await db
    .updateTable('sender_codes')
    .set((code) => ({ tries_left: code('tries_left', '-', 1) }))
    .where('id', '=', (query) =>
      query
        .selectFrom('sender_codes as newest')
        .select('newest.id')
        .where('newest.address', '=', address)
        .where('newest.device_id', '=', deviceId)
        .orderBy('newest.created_at', 'desc')
        .limit(1),
    )
    .where('tries_left', '>', 0)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['id', 'code_hash', 'tries_left'])
    .executeTakeFirst()
  return row && { id: row.id, codeHash: row.code_hash, triesLeft: row.tries_left }
}

/** The address of the newest code that this browser may still type; null where there is none. */
export async function findCodeAddress(db: Db, deviceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('sender_codes')
    .select('address')
    .where('device_id', '=', deviceId)
    .where('tries_left', '>', 0)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.address ?? null
}

/** Uses the code up; false where it ended meanwhile or another call used it. */
export async function useCode(tx: Db, codeId: string): Promise<boolean> {
  const row = await tx
    .updateTable('sender_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', codeId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function keepProof(
  tx: Db,
  proof: { address: string; deviceId: string; networkHash?: Uint8Array },
): Promise<void> {
  const networkHash = proof.networkHash === undefined ? null : Buffer.from(proof.networkHash)
  const shown = { network_hash: networkHash, proven_at: sql<Date>`now()` }
  await tx
    .insertInto('sender_proofs')
    .values({ device_id: proof.deviceId, address: proof.address, ...shown })
    .onConflict((conflict) => conflict.columns(['device_id', 'address']).doUpdateSet(shown))
    .execute()
}

/**
 * Revokes the proofs of the account's addresses in one browser, or in all `but` one: senders under them need a code
 * again.
 */
export async function forgetProofsOf(
  tx: Db,
  accountId: string,
  browsers: { deviceId: string | null } | { but: string | null },
): Promise<void> {
  const where =
    'but' in browsers
      ? sql<boolean>`device_id is distinct from ${browsers.but}`
      : sql<boolean>`device_id = ${browsers.deviceId}`
  await tx
    .deleteFrom('sender_proofs')
    .where('address', 'in', (query) =>
      query.selectFrom('account_emails').select('address').where('account_id', '=', accountId),
    )
    .where(where)
    .execute()
}

/**
 * Whether this browser has proven the address within 30 days. `address` is as the contract's `parseAddress` returns
 * it.
 */
export const isSenderProven = (db: Db, deviceId: string | null, address: string): Promise<boolean> =>
  isProvenWithin(db, deviceId, address, PROOF_VALID_DAYS * 24 * 60)

/** Whether it has within 30 minutes: long enough to create an account with the address, or to move one to it. */
export const isJustProven = (db: Db, deviceId: string | null, address: string): Promise<boolean> =>
  isProvenWithin(db, deviceId, address, FRESH_PROOF_MINUTES)

/** The addresses that this browser has proven, by the rule of `isSenderProven`; newest first. */
export async function listProvenAddresses(db: Db, deviceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sender_proofs')
    .select('address')
    .where('device_id', '=', deviceId)
    .where('proven_at', '>', sql<Date>`now() - make_interval(days => ${PROOF_VALID_DAYS})`)
    .orderBy('proven_at', 'desc')
    .execute()
  return rows.map(({ address }) => address)
}

async function isProvenWithin(db: Db, deviceId: string | null, address: string, minutes: number): Promise<boolean> {
  if (deviceId === null) return false
  const row = await db
    .selectFrom('sender_proofs')
    .select('address')
    .where('device_id', '=', deviceId)
    .where('address', '=', address)
    .where('proven_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Serialises the transactions that mail one mailbox, so that a limit counted in one of them holds: there is no single
 * row that a conditional update could count in.
 */
export async function lockMailbox(tx: Db, mailbox: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code-mail/${mailbox}`}, 0))`.execute(tx)
}

/** Seconds since each of the mailbox's mails of the last day, youngest first. */
export async function readMailAges(db: Db, mailbox: string, isKnown: boolean): Promise<number[]> {
  const rows = await db
    .selectFrom('code_mails')
    .select(sql<number>`extract(epoch from now() - sent_at)::float8`.as('age'))
    .where('mailbox_hash', '=', hashToken(mailbox))
    .where('is_known', '=', isKnown)
    .where('sent_at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('sent_at', 'desc')
    .limit(MOST_AGES)
    .execute()
  return rows.map((row) => row.age)
}

/** Counts one, and deletes some that no limit considers any more. */
export async function insertCodeMail(tx: Db, mailbox: string, isKnown: boolean): Promise<void> {
  await tx
    .insertInto('code_mails')
    .values({ id: newId(), mailbox_hash: hashToken(mailbox), is_known: isKnown })
    .execute()
  await sql`delete from code_mails where id in (
    select id from code_mails where sent_at < now() - interval '2 days' limit 100 for update skip locked
  )`.execute(tx)
}

/**
 * Whether this browser, or this network, has proven the address before, or the browser was signed in to its account.
 */
export async function hasProvenBefore(
  db: Db,
  address: string,
  { deviceId, networkHash }: { deviceId: string | null; networkHash: Uint8Array },
): Promise<boolean> {
  const { rows } = await sql`
    select from sender_proofs p
    where p.address = ${address} and (p.device_id = ${deviceId} or p.network_hash = ${Buffer.from(networkHash)})
    union all
    select from account_emails a where a.address = ${address} and was_signed_in_on(a.account_id, ${deviceId})
    limit 1`.execute(db)
  return rows.length > 0
}
