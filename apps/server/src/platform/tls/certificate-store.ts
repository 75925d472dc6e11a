import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { isPresent } from '../database/starting/presence.ts'

/**
 * The certificates that this installation ordered, which process may order the next, the account keys at certificate
 * authorities, and the answers to their challenges.
 */
type Db = Kysely<Database>

/** How long a process that hangs during an order blocks others; a dead one does not block them at all. */
const HELD_MINUTES = 10

export interface KeptCertificate {
  host: string
  chain: string
  sealed: Uint8Array
  startsAt: Date
  endsAt: Date
  renewAt: Date
}

/**
 * Takes the right to order where there is no certificate or its renewal is due, and no other process has the right.
 * Returns how often it failed since the last one; null where there is nothing to do.
 */
export async function takeOrder(db: Db, host: string, nodeId: string): Promise<{ failures: number } | null> {
  await db
    .insertInto('certificates')
    .values({ host })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .updateTable('certificates')
    .set({ taken_by: nodeId, taken_until: sql<Date>`now() + make_interval(mins => ${HELD_MINUTES})` })
    .where('host', '=', host)
    .where('next_try_at', '<=', sql<Date>`now()`)
    .where((where) => where.or([where('renew_at', 'is', null), where('renew_at', '<=', sql<Date>`now()`)]))
    .where(sql<boolean>`(taken_until is null or taken_until <= now() or not ${isPresent(sql<string>`taken_by`)})`)
    .returning('failures')
    .executeTakeFirst()
  return row ?? null
}

/** Stores the ordered certificate as the host's current one. */
export async function keepCertificate(db: Db, { host, chain, sealed, ...kept }: KeptCertificate): Promise<void> {
  await db
    .updateTable('certificates')
    .set({ chain, sealed: Buffer.from(sealed), starts_at: kept.startsAt, ends_at: kept.endsAt, renew_at: kept.renewAt })
    .set({ failures: 0, last_error: null, next_try_at: sql<Date>`now()`, taken_by: null, taken_until: null })
    .where('host', '=', host)
    .execute()
}

/** Returns the right after a failure, and makes all processes wait. */
export async function putOffOrder(
  db: Db,
  { host, error, seconds }: { host: string; error: string; seconds: number },
): Promise<void> {
  await db
    .updateTable('certificates')
    .set({ last_error: error, next_try_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .set({ failures: sql<number>`failures + 1`, taken_by: null, taken_until: null })
    .where('host', '=', host)
    .execute()
}

/** Other hosts whose certificate is due for renewal, those due for longest first. */
export async function listRenewals(db: Db, { butNot, most }: { butNot: string; most: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('certificates')
    .select('host')
    .where('host', '<>', butNot)
    .where('renew_at', '<=', sql<Date>`now()`)
    .where('next_try_at', '<=', sql<Date>`now()`)
    .orderBy('renew_at')
    .limit(most)
    .execute()
  return rows.map(({ host }) => host)
}

/** Null where none was ordered yet. */
export async function findCertificate(db: Db, host: string): Promise<{ chain: string; sealed: Buffer } | null> {
  const row = await db
    .selectFrom('certificates')
    .select(['chain', 'sealed'])
    .where('host', '=', host)
    .where('chain', 'is not', null)
    .executeTakeFirst()
  return row?.chain && row.sealed ? { chain: row.chain, sealed: row.sealed } : null
}

/** The state of a host's certificate; null where none was ever ordered. */
export async function findOrderState(db: Db, host: string): Promise<OrderState | null> {
  const row = await db
    .selectFrom('certificates')
    .select([
      'ends_at as endsAt',
      'renew_at as renewAt',
      'failures',
      'last_error as lastError',
      'next_try_at as nextTryAt',
    ])
    .where('host', '=', host)
    .executeTakeFirst()
  return row ?? null
}

export interface OrderState {
  endsAt: Date | null
  renewAt: Date | null
  failures: number
  lastError: string | null
  nextTryAt: Date
}

/** Makes the next check order, whatever time is left and however often it failed. */
export async function orderAtOnce(db: Db, host: string): Promise<void> {
  await db
    .insertInto('certificates')
    .values({ host })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .updateTable('certificates')
    .set({ next_try_at: sql<Date>`now()`, renew_at: sql<Date | null>`case when renew_at is not null then now() end` })
    .where('host', '=', host)
    .execute()
}

/** Stores a key for the directory, unless there is one; returns the stored one. */
export async function keepAccountKey(db: Db, directory: string, sealed: Uint8Array): Promise<Buffer> {
  const row = { directory, sealed }
  await db
    .insertInto('acme_accounts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findAccountKey(db, directory)) as Buffer
}

export async function findAccountKey(db: Db, directory: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('acme_accounts')
    .select('sealed')
    .where('directory', '=', directory)
    .executeTakeFirst()
  return row?.sealed ?? null
}

/** Also deletes leftovers of earlier orders. */
export async function keepChallenge(db: Db, token: string, answer: string): Promise<void> {
  await db.deleteFrom('acme_challenges').where('created_at', '<', sql<Date>`now() - interval '1 day'`).execute()
  await db
    .insertInto('acme_challenges')
    .values({ token, answer })
    .onConflict((conflict) => conflict.column('token').doUpdateSet({ answer, created_at: sql<Date>`now()` }))
    .execute()
}

export async function findAcmeChallenge(db: Db, token: string): Promise<string | null> {
  const row = await db.selectFrom('acme_challenges').select('answer').where('token', '=', token).executeTakeFirst()
  return row?.answer ?? null
}

export async function forgetChallenge(db: Db, token: string): Promise<void> {
  await db.deleteFrom('acme_challenges').where('token', '=', token).execute()
}
