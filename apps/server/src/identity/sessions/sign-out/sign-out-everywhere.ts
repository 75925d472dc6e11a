import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'
import { dropChallenges } from '../two-factor/factor-store.ts'
import { signOutElsewhere } from './sign-out-elsewhere.ts'

/** Ends every session of the account for its operator, and every login that waits for a second factor. */
export async function signOutEverywhere(tx: Kysely<Database>, accountId: string): Promise<void> {
  await signOutElsewhere(tx, accountId, 'operator', null)
  await dropChallenges(tx, accountId)
}
