import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { noteSecurityIn } from '../../../platform/security-log/security-scope.ts'
import { forgetProofsOf } from '../../mailed-codes/index.ts'
import { endSessionsOf } from '../session-store.ts'

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
  because: 'signed-out-elsewhere' | 'password' | 'operator',
  kept: KeptSession | null,
): Promise<void> {
  await endSessionsOf(tx, accountId, because, kept?.sessionId)
  await forgetProofsOf(tx, accountId, { but: kept?.deviceId ?? null })
  await noteSecurityIn(tx, { event: 'sessions-ended', outcome: 'ok', accountId, facts: { because } })
}
