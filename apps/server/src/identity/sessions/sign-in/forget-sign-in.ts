import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'
import { endResetTokens } from '../passwords/reset-token-store.ts'
import { forgetSessions } from '../session-store.ts'
import { forgetTakeBacks } from '../take-back/take-back-store.ts'
import { dropChallenges } from '../two-factor/challenge-store.ts'
import { replaceRecoveryCodes } from '../two-factor/factor-store.ts'
import { forgetPasskeys } from '../two-factor/passkey-store.ts'

/** Everything by which somebody signs in to an account that ends, and where it was done. */
export async function forgetSignIn(tx: Kysely<Database>, accountId: string): Promise<void> {
  await forgetSessions(tx, accountId)
  await dropChallenges(tx, accountId)
  await endResetTokens(tx, accountId)
  await forgetTakeBacks(tx, accountId)
  await forgetPasskeys(tx, accountId)
  await replaceRecoveryCodes(tx, accountId, [])
}
