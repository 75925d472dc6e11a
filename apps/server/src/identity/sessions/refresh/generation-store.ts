import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'
import { type EndedSession, isLive } from '../session-store.ts'

/** The generations of a session's refresh token: each use makes the next one, and one statement says whose use it was. */
type Db = Kysely<Database>

/** How long the token before the last still brings its successor: answers get lost, and tabs ask at once. */
const GRACE_SECONDS = 10

const isInGrace = (claimed: number) => sql<boolean>`sessions.generation = ${claimed}::int + 1
  and sessions.rotated_at > now() - make_interval(secs => ${sql.lit(GRACE_SECONDS)})`

/** The salt that goes into the tokens of a session, live or not; null where there is none of this id. */
export async function findSalt(db: Db, sessionId: string): Promise<Uint8Array | null> {
  const row = await db.selectFrom('sessions').select('salt').where('id', '=', sessionId).executeTakeFirst()
  return row?.salt ?? null
}

/** Makes the generation after `claimed`; false where that one is not the newest, or the session is over. */
export async function makeNextGeneration(db: Db, sessionId: string, claimed: number): Promise<boolean> {
  const row = await db
    .updateTable('sessions')
    .set((session) => ({
      generation: session('generation', '+', 1),
      rotated_at: sql<Date>`now()`,
      last_used_at: sql<Date>`now()`,
    }))
    .where('id', '=', sessionId)
    .where('generation', '=', claimed)
    .where(isLive)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the generation after `claimed` is the newest and was made just now. */
export async function isJustMade(db: Db, sessionId: string, claimed: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where(isInGrace(claimed))
    .where(isLive)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends a session whose token was used again; what it was, once, else null. */
export async function endReused(
  tx: Db,
  sessionId: string,
  claimed: number,
): Promise<(EndedSession & { device: string; endedAt: Date }) | null> {
  const row = await tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, ended_because: 'reuse' })
    .where('id', '=', sessionId)
    .where('generation', '>', claimed)
    .where(sql<boolean>`not (${isInGrace(claimed)})`)
    .where(isLive)
    .returning(['account_id as accountId', 'device_id as deviceId', 'device', sql<Date>`now()`.as('endedAt')])
    .executeTakeFirst()
  return row ?? null
}

/** The session of a token that is authentic, whichever generation; ends it. Null where it was over. */
export async function endTokenSession(
  db: Db,
  sessionId: string,
  because: 'signed-out' | 'replaced',
): Promise<EndedSession | null> {
  const row = await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, ended_because: because })
    .where('id', '=', sessionId)
    .where(isLive)
    .returning(['account_id as accountId', 'device_id as deviceId'])
    .executeTakeFirst()
  return row ?? null
}
