import { Problem } from '@waybill/contract/core/problems'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { Kysely } from 'kysely'
import { listLifetimeCodes, readUsage } from '../../billing/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { findAccount, presentUser } from '../accounts/index.ts'
import { readFactorsOn } from './two-factor/factor-store.ts'

/** The current account, as its owner sees it. Problem 'unauthenticated' where it is gone. */
export async function readUser(db: Kysely<Database>, accountId: string): Promise<User> {
  const account = await findAccount(db, accountId)
  if (account === null) throw new Problem('unauthenticated')
  const { passkeyCount } = await readFactorsOn(db, accountId)
  const lifetimeCodes = await listLifetimeCodes(db, account.workspace_id)
  return presentUser(account, { ...(await readUsage(db, accountId)), passkeyCount, lifetimeCodes })
}
