import type { Context } from '../../context.ts'
import { isAccountAddress } from '../../identity/accounts/index.ts'
import { listSignedInOn } from '../../identity/sessions/index.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { type JudgedActor, ownerActor, teamActor } from '../../tracking/ledger/index.ts'
import { seesTransfer } from '../../transfers/index.ts'

/** The fields that identify a transfer's owner. */
export interface Owned {
  transferId: string
  accountId: string | null
  /** The browser it was sent from. */
  deviceId: string | null
  senderAddress: string
  /** Whom the link is for; null: anybody. */
  address: string | null
}

type Needs = Pick<Context, 'db'>
type Visitor = Pick<Actor, 'account' | 'deviceId'>

/**
 * Whether the sender's side is looking at a transfer, which counts as nobody's visit: the sender, or somebody of the
 * team who may read its record. Null for everybody else, and for somebody whose own address the link is for.
 */
export async function judgeOwner(ctx: Needs, owned: Owned, visitor: Visitor): Promise<JudgedActor | null> {
  if (await isOwner(ctx, owned, visitor)) return ownerActor
  return (await isTeams(ctx, owned, visitor)) ? teamActor : null
}

/**
 * Whether the sender of a transfer is looking at it: signed in, or in a browser where they are; for a transfer without
 * an account, in the browser that sent it. A sender who uses their own address is the recipient there.
 */
async function isOwner(
  { db }: Needs,
  { accountId, deviceId, senderAddress, address }: Owned,
  visitor: Visitor,
): Promise<boolean> {
  if (accountId === null) {
    return visitor.deviceId !== null && visitor.deviceId === deviceId && address !== senderAddress
  }
  const isTheirs = visitor.account?.id === accountId || (await onDevice(db, visitor)).includes(accountId)
  return isTheirs && (address === null || !(await isAccountAddress(db, accountId, address)))
}

async function isTeams({ db }: Needs, { transferId, accountId, address }: Owned, visitor: Visitor): Promise<boolean> {
  if (accountId === null) return false
  for (const id of new Set([...(visitor.account ? [visitor.account.id] : []), ...(await onDevice(db, visitor))])) {
    if (id === accountId || !(await seesTransfer(db, transferId, id))) continue
    if (address === null || !(await isAccountAddress(db, id, address))) return true
  }
  return false
}

const onDevice = async (db: Needs['db'], { deviceId }: Visitor): Promise<string[]> =>
  deviceId === null ? [] : listSignedInOn(db, deviceId)
