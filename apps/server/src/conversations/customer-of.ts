import type { Context } from '../context.ts'
import { lockAccount } from '../identity/accounts/index.ts'
import type { Actor } from '../platform/http/actor.ts'
import type { Customer } from './conversation-store.ts'

/** Whose conversation a reader sees; null: a browser that has never written. */
export function customerOf({ account, deviceId }: Pick<Actor, 'account' | 'deviceId'>): Customer | null {
  if (account !== null) return { accountId: account.id }
  return deviceId === null ? null : { deviceId }
}

/** False for an account that is ending: it gets no new conversation. Visitors have nothing to lock. */
export const holdCustomer = async (tx: Context['db'], customer: Customer): Promise<boolean> =>
  !('accountId' in customer) || (await lockAccount(tx, customer.accountId))
