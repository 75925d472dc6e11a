import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import { type SubscriptionChange, writeSubscription } from '../billing/index.ts'
import { type Account, suspendAccount } from '../identity/accounts/index.ts'
import type { Database } from '../platform/database/schema.ts'
import type { SecurityEvent } from '../platform/security-log/security-events.ts'
import { noteSecurityIn } from '../platform/security-log/security-scope.ts'
import { mailHeldBack } from '../transfers/index.ts'
import { giveUpUploadsOf } from '../uploads/index.ts'

/** A change by the operator: one of these. */
export interface AccountChange extends SubscriptionChange {
  /** Null: it may send again. */
  suspension?: { because: string } | null
}

export interface ChangedAccount {
  /** What holds now; lifetime codes may give more than what was set. Null for a suspension. */
  held: { role: string; status: string } | null
}

/**
 * Changes an account, and notes it in the security log, in one transaction. `by`: the account of the operator at the
 * desk; absent: the command line.
 *
 * @throws Problem 'not-found' where the account ends or changes its address meanwhile
 */
export async function changeAccount(
  { db }: { db: Kysely<Database> },
  { id, email, workspace_id }: Pick<Account, 'id' | 'email' | 'workspace_id'>,
  change: AccountChange,
  by?: string,
): Promise<ChangedAccount> {
  const { suspension, ...plan } = change
  const held = await db.transaction().execute(async (tx) => {
    if (suspension !== undefined) {
      const found = await suspendAccount(tx, email, suspension !== null, suspension?.because)
      // It has just ended or has another address: nothing of this is said to be done.
      if (found !== id) throw new Problem('not-found')
    }
    const written = suspension === undefined ? await writeSubscription(tx, workspace_id, plan) : null
    await noteSecurityIn(tx, { ...eventOf(change, by), accountId: id, address: email })
    if (suspension === null) await mailHeldBack(tx, { accountId: id })
    return written
  })
  // Uploads to and from a suspended account end; no new ones begin.
  if (suspension) await giveUpUploadsOf({ db }, id)
  return { held }
}

function eventOf({ role, status, suspension }: AccountChange, by: string | undefined): SecurityEvent {
  const own = by === undefined ? {} : { by }
  if (role !== undefined) return { event: 'role-set', outcome: 'ok', facts: { role, ...own } }
  if (status !== undefined) return { event: 'subscription-set', outcome: 'ok', facts: { subscription: status } }
  return { event: suspension ? 'account-suspended' : 'account-restored', outcome: 'ok', facts: own }
}
