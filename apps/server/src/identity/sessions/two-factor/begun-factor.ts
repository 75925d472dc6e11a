import type { Kysely } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { ActorAccount } from '../../../platform/http/actor.ts'
import {
  type ChallengePurpose,
  findChallenge,
  replaceChallenge,
  spendChallengeTry,
  useChallenge,
} from './factor-store.ts'

const VALID_MINUTES = 10
type Purpose = Extract<ChallengePurpose, `add-${string}`>

/** A session adds one factor of a kind at a time; it alone goes on with what it began. */
const tokenOf = (purpose: Purpose, sessionId: string) => `${purpose}/${sessionId}`

/** Keeps what the last step needs, in the place of what was begun before. */
export async function beginFactor(
  { db }: Pick<Context, 'db'>,
  { id, sessionId }: Pick<ActorAccount, 'id' | 'sessionId'>,
  purpose: Purpose,
  challenge: string,
): Promise<void> {
  await replaceChallenge(db, {
    token: tokenOf(purpose, sessionId),
    purpose,
    accountId: id,
    challenge,
    validMinutes: VALID_MINUTES,
  })
}

/** What was begun, at the cost of one of its five tries; null where there is nothing to go on with. */
export async function tryBegun(
  { db }: Pick<Context, 'db'>,
  { sessionId }: Pick<ActorAccount, 'sessionId'>,
  purpose: Purpose,
): Promise<string | null> {
  const token = tokenOf(purpose, sessionId)
  const begun = await findChallenge(db, token, purpose)
  return begun !== null && (await spendChallengeTry(db, token)) ? begun.challenge : null
}

/** Ends it, once: false for everyone but the first. */
export const endBegun = (
  tx: Kysely<Database>,
  { sessionId }: Pick<ActorAccount, 'sessionId'>,
  purpose: Purpose,
): Promise<boolean> => useChallenge(tx, tokenOf(purpose, sessionId))
