import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'
import { forgetApiKeys } from '../api-keys/api-key-store.ts'
import { forgetDeviceLogins } from '../device-logins/device-login-store.ts'
import { endResetTokens, forgetTakeBacks } from '../recovery-store.ts'
import { forgetSessions } from '../session-store.ts'
import { dropChallenges, forgetPasskeys, replaceRecoveryCodes } from '../two-factor/factor-store.ts'

/** Deletes all credentials of an account that ends, and where they were used. */
export async function forgetSignIn(tx: Kysely<Database>, accountId: string): Promise<void> {
  await forgetSessions(tx, accountId)
  await dropChallenges(tx, accountId)
  await endResetTokens(tx, accountId)
  await forgetTakeBacks(tx, accountId)
  await forgetPasskeys(tx, accountId)
  await forgetDeviceLogins(tx, accountId)
  await forgetApiKeys(tx, accountId)
  await replaceRecoveryCodes(tx, accountId, [])
}
