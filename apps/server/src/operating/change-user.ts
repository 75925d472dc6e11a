import type { Kysely } from 'kysely'
import { type SubscriptionChange, writeSubscription } from '../billing/index.ts'
import { findAccountOfAddress, suspendAccount } from '../identity/accounts/index.ts'
import type { Database } from '../platform/database/schema.ts'
import type { SecurityEvent } from '../platform/security-log/security-events.ts'
import { isAbout, noteSecurityIn } from '../platform/security-log/security-scope.ts'
import { mailHeldBack } from '../transfers/index.ts'
import { giveUpUploadsOf } from '../uploads/index.ts'
import { withDatabase } from './with-database.ts'

/** A change by the operator: one of these. */
export interface UserChange extends SubscriptionChange {
  isSuspended?: boolean
}

/** Changes the account of an address and prints the result; 1 where there is none. */
export async function changeUser(
  address: string,
  { command, change, said }: { command: string; change: UserChange; said: string },
  print: (text: string) => void,
): Promise<number> {
  const isChanged = await withDatabase(
    async ({ db }) => {
      isAbout({ address, accountId: (await findAccountOfAddress(db, address))?.id })
      const accountId = await db.transaction().execute(async (tx) => {
        const changed = await changeAccount(tx, address, change, print)
        if (changed !== null) await noteSecurityIn(tx, eventOf(change))
        if (changed !== null && change.isSuspended === false) await mailHeldBack(tx, { accountId: changed })
        return changed
      })
      // Uploads to and from a suspended account end; no new ones begin.
      if (accountId !== null && change.isSuspended) await giveUpUploadsOf({ db }, accountId)
      return accountId !== null
    },
    { command, isDone: Boolean },
  )
  print(isChanged ? `${said}\n` : `No account has the address ${address}.\n`)
  return isChanged ? 0 : 1
}

/** The account's id; null where none has the address. */
async function changeAccount(
  tx: Kysely<Database>,
  address: string,
  { isSuspended, ...change }: UserChange,
  print: (text: string) => void,
): Promise<string | null> {
  if (isSuspended !== undefined) return suspendAccount(tx, address, isSuspended)
  const account = await findAccountOfAddress(tx, address)
  if (account === null) return null
  const { role, status } = await writeSubscription(tx, account.workspace_id, change)
  const isOther = (change.role ?? role) !== role || (change.status ?? status) !== status
  if (isOther) print(`Its lifetime codes give more: the account stays ${role}, ${status}.\n`)
  return account.id
}

function eventOf({ role, status, isSuspended }: UserChange): SecurityEvent {
  if (role !== undefined) return { event: 'role-set', outcome: 'ok', facts: { role } }
  if (status !== undefined) return { event: 'subscription-set', outcome: 'ok', facts: { subscription: status } }
  return { event: isSuspended ? 'account-suspended' : 'account-restored', outcome: 'ok' }
}
