import { ANON_FREE_SENDS, NETWORK_SENDS_PER_DAY } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import { mailboxOf } from '@waybill/contract/identity/mailbox-of'
import type { Kysely } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { addSend, databaseDay, spentKeys } from './allowance-store.ts'

/** A sender without an account: a proven address, the browser that proved it, and the network of the call. */
export interface AnonymousSender {
  address: string
  deviceId: string
  /** As `networkOf` returns it. */
  network: string
}

/** The keys that count for ever: the mailbox behind the address (tags do not make another person) and the browser. */
export function senderKeys({ address, deviceId }: Pick<AnonymousSender, 'address' | 'deviceId'>): string[] {
  return [`address:${mailboxOf(address)}`, `device:${deviceId}`]
}

const networkKey = (network: string, day: string): string => `network:${network}:${day}`

/**
 * Counts one send; call it in the transaction that creates the transfer, which the Problem rolls back.
 *
 * @throws Problem 'free-sends-used' {limit} | 'network-sends-used' {limit}
 */
export async function countFreeSend(tx: Kysely<Database>, sender: AnonymousSender): Promise<void> {
  for (const key of senderKeys(sender).sort()) {
    if (!(await addSend(tx, key, ANON_FREE_SENDS))) throw new Problem('free-sends-used', { limit: ANON_FREE_SENDS })
  }
  const key = networkKey(sender.network, await databaseDay(tx))
  if (!(await addSend(tx, key, NETWORK_SENDS_PER_DAY))) {
    throw new Problem('network-sends-used', { limit: NETWORK_SENDS_PER_DAY })
  }
}

/** Refuses what `countFreeSend` would refuse at the moment, and counts nothing, so that nobody uploads needlessly. */
export async function requireFreeSend(db: Kysely<Database>, sender: AnonymousSender): Promise<void> {
  const spent = await spentKeys(db, senderKeys(sender), ANON_FREE_SENDS)
  if (spent.length > 0) throw new Problem('free-sends-used', { limit: ANON_FREE_SENDS })
  const key = networkKey(sender.network, await databaseDay(db))
  if ((await spentKeys(db, [key], NETWORK_SENDS_PER_DAY)).length > 0) {
    throw new Problem('network-sends-used', { limit: NETWORK_SENDS_PER_DAY })
  }
}
