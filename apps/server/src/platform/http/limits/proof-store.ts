import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'

/** Proofs of work that were shown. Each is a pass for a while, and its challenge is not good again. */
type Db = Kysely<Database>

export const PASS_SECONDS = 600
/** What the least work is worth. */
const LEAST_LOOKS = 20

export interface NewProof {
  challengeHash: Uint8Array
  endsAtSeconds: number
  passHash: Uint8Array
  /** How often the least work it is: a power of two. */
  times: number
}

/** Keeps a proof. False where its challenge has ended or was answered before. */
export async function insertProof(
  db: Db,
  { challengeHash, endsAtSeconds, passHash, times }: NewProof,
): Promise<boolean> {
  const { rows } = await sql`
    insert into proofs (challenge_hash, pass_hash, misses_left, expires_at)
    select ${challengeHash}::bytea, ${passHash}::bytea, ${LEAST_LOOKS * times}::int, now() + make_interval(secs => ${PASS_SECONDS})
    where to_timestamp(${endsAtSeconds}::float8) > now()
    on conflict (challenge_hash) do nothing
    returning 1`.execute(db)
  return rows.length > 0
}

/** Now, in seconds since 1970. */
export async function databaseSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`select floor(extract(epoch from now()))::float8 as seconds`.execute(
    db,
  )
  return rows[0]?.seconds ?? 0
}

/** Takes one look from a pass; false where there is no such pass, or it is used up. */
export const takeLook = (db: Db, passHash: Uint8Array): Promise<boolean> => takeFrom(db, passHash, 1, 1)

/**
 * Takes as much work as `times` the least from a pass. Half of it will do: what was asked for may have doubled while the
 * browser worked.
 */
export const takeWork = (db: Db, passHash: Uint8Array, times: number): Promise<boolean> =>
  takeFrom(db, passHash, LEAST_LOOKS * times, (LEAST_LOOKS * times) / 2)

async function takeFrom(db: Db, passHash: Uint8Array, looks: number, least: number): Promise<boolean> {
  const row = await db
    .updateTable('proofs')
    .set((proof) => ({ misses_left: sql<number>`greatest(${proof.ref('misses_left')} - ${looks}::int, 0)` }))
    .where('pass_hash', '=', Buffer.from(passHash))
    .where('misses_left', '>=', least)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('misses_left')
    .executeTakeFirst()
  return row !== undefined
}

/** Gives one look back: it was no miss. */
export async function giveLookBack(db: Db, passHash: Uint8Array): Promise<void> {
  await db
    .updateTable('proofs')
    .set((proof) => ({ misses_left: proof('misses_left', '+', 1) }))
    .where('pass_hash', '=', Buffer.from(passHash))
    .execute()
}

/** Forgets passes that have ended: each outlives its challenge, which could else be answered again. */
export async function forgetProofs(db: Db): Promise<void> {
  await sql`delete from proofs where expires_at < now()`.execute(db)
}
