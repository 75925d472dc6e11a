import { removeKeptOf } from '../recording/kept-recordings.ts'
import { removeEarlierShares, removeShares } from '../sharing/kept-shares.ts'

/**
 * Once nobody is signed in here any more: removes what the device keeps of the account and has not sent. Never rejects.
 *
 * @param owner the account that has signed out; absent: its session has expired, and what was shared just now stays, since
 *   it is of the person who holds the device
 */
export async function removeLeft(owner?: string): Promise<void> {
  if (owner === undefined) return removeEarlierShares(Date.now())
  await removeKeptOf(owner)
  await removeShares()
}
