import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { noteSecurityIn } from '../../../platform/security-log/security-scope.ts'
import { forgetProofsOf } from '../../mailed-codes/index.ts'
import { revokeApiKeys } from '../api-keys/revoke-api-keys.ts'
import { endSessionsOf } from '../session-store.ts'
import { dropChallenges } from '../two-factor/factor-store.ts'

/** The session that stays signed in. */
export interface KeptSession {
  sessionId: string
  /** Of its browser. */
  deviceId: Actor['deviceId']
}

/** Ends every session of the account but one, and revokes every other browser's permission to send as the account. */
export async function signOutElsewhere(
  tx: Kysely<Database>,
  accountId: string,
  because: 'signed-out-elsewhere' | 'password' | 'operator' | 'removed',
  kept: KeptSession | null,
): Promise<void> {
  await endSessionsOf(tx, accountId, because, kept?.sessionId)
  await forgetProofsOf(tx, accountId, { but: kept?.deviceId ?? null })
  await noteSecurityIn(tx, { event: 'sessions-ended', outcome: 'ok', accountId, facts: { because } })
}

/** Ends every session and API key of the account, and every login that waits for a second factor. */
export async function signOutEverywhere(
  tx: Kysely<Database>,
  accountId: string,
  because: 'operator' | 'removed' = 'operator',
): Promise<void> {
  await signOutElsewhere(tx, accountId, because, null)
  await revokeApiKeys(tx, accountId, because)
  await dropChallenges(tx, accountId)
}
