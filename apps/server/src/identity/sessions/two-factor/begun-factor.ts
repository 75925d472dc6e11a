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

/** A session adds one factor of a kind at a time; only this session can continue. */
const tokenOf = (purpose: Purpose, sessionId: string) => `${purpose}/${sessionId}`

/** Stores what the last step needs, in place of an earlier start. */
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

/** What the session began, at the cost of one of its five tries; null where there is nothing to continue. */
export async function tryBegun(
  { db }: Pick<Context, 'db'>,
  { sessionId }: Pick<ActorAccount, 'sessionId'>,
  purpose: Purpose,
): Promise<string | null> {
  const token = tokenOf(purpose, sessionId)
  const begun = await findChallenge(db, token, purpose)
  return begun !== null && (await spendChallengeTry(db, token)) ? begun.challenge : null
}

/** Ends it, once: false for every call but the first. */
export const endBegun = (
  tx: Kysely<Database>,
  { sessionId }: Pick<ActorAccount, 'sessionId'>,
  purpose: Purpose,
): Promise<boolean> => useChallenge(tx, tokenOf(purpose, sessionId))
