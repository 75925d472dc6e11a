import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { dropChallenges } from './challenge-store.ts'
import { replaceRecoveryCodes } from './factor-store.ts'
import { forgetPasskeys } from './passkey-store.ts'
import { endResetTokens } from './reset-token-store.ts'
import { forgetSessions } from './session-store.ts'
import { forgetTakeBacks } from './take-back-store.ts'

/** Everything by which somebody signs in to an account that ends, and where it was done. */
export async function forgetSignIn(tx: Kysely<Database>, accountId: string): Promise<void> {
  await forgetSessions(tx, accountId)
  await dropChallenges(tx, accountId)
  await endResetTokens(tx, accountId)
  await forgetTakeBacks(tx, accountId)
  await forgetPasskeys(tx, accountId)
  await replaceRecoveryCodes(tx, accountId, [])
}
