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
 * Whether the sender's side is looking at a transfer, which counts as nobody's visit: the sender, signed in or in a
 * browser where they are, or somebody of the team who may read its record; for a transfer without an account, the
 * browser that sent it. Null for everybody else, and for somebody whose own address the link is for.
 */
export async function judgeOwner(
  { db }: Needs,
  { transferId, accountId, deviceId, senderAddress, address }: Owned,
  visitor: Visitor,
): Promise<JudgedActor | null> {
  if (accountId === null) {
    const isSender = visitor.deviceId !== null && visitor.deviceId === deviceId && address !== senderAddress
    return isSender ? ownerActor : null
  }
  const isFor = async (id: string) => address !== null && (await isAccountAddress(db, id, address))
  const ids = await accountsOf(db, visitor)
  if (ids.includes(accountId) && !(await isFor(accountId))) return ownerActor
  for (const id of ids) {
    if (id !== accountId && (await seesTransfer(db, transferId, id)) && !(await isFor(id))) return teamActor
  }
  return null
}

/** The accounts of a visitor: signed in with the call, or in the browser that makes it. */
async function accountsOf(db: Needs['db'], { account, deviceId }: Visitor): Promise<string[]> {
  const onDevice = deviceId === null ? [] : await listSignedInOn(db, deviceId)
  return [...new Set([...(account ? [account.id] : []), ...onDevice])]
}
