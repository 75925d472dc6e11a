import type { Context } from '../../context.ts'
import { isAccountAddress } from '../../identity/accounts/index.ts'
import { isSignedInOn } from '../../identity/sessions/index.ts'
import type { Actor } from '../../platform/http/actor.ts'

/** The fields that identify a transfer's owner. */
export interface Owned {
  accountId: string | null
  /** The browser it was sent from. */
  deviceId: string | null
  senderAddress: string
  /** Whom the link is for; null: anybody. */
  address: string | null
}

/**
 * Whether the sender of a transfer is looking at it: signed in, or in a browser where they are; for a transfer without
 * an account, in the browser that sent it. A sender who uses their own address is the recipient there.
 */
export async function isOwner(
  { db }: Pick<Context, 'db'>,
  { accountId, deviceId, senderAddress, address }: Owned,
  visitor: Pick<Actor, 'account' | 'deviceId'>,
): Promise<boolean> {
  if (accountId === null) {
    return visitor.deviceId !== null && visitor.deviceId === deviceId && address !== senderAddress
  }
  const isTheirs =
    visitor.account?.id === accountId ||
    (visitor.deviceId !== null && (await isSignedInOn(db, accountId, visitor.deviceId)))
  return isTheirs && (address === null || !(await isAccountAddress(db, accountId, address)))
}
