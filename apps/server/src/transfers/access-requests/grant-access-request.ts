import { Problem } from '@waybill/contract/core/problems'
import { EXTENSION_SECONDS } from '@waybill/contract/transfers/expiry'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type RequestMetadata, recordOwnEvent } from '../../tracking/ledger/index.ts'
import {
  type AccessRequest,
  addRequester,
  extendExpiry,
  findAccessRequest,
  holdRequested,
  readNewExpiry,
  settleAccess,
  settleTime,
} from '../index.ts'
import { notifyGranted } from './notify-requesters.ts'

export type GiveNeeds = Pick<Context, 'db' | 'masterKey' | 'config' | 'geo' | 'signer'>

interface GivenReply {
  receiverEmail: string
  /** Epoch ms; null: never. */
  expiryDate: number | null
}

type Tx = Kysely<Database>

/**
 * Grants a request, once: concurrent presses wait for the transfer's row one after the other, and later ones learn what
 * was granted.
 *
 * @throws Problem 'extension-expired'; for access also 'too-many-recipients', 'sending-paused', 'subscription-due'
 */
export async function grantAccessRequest(
  ctx: GiveNeeds,
  named: Parameters<typeof findAccessRequest>[1],
  by: RequestMetadata,
): Promise<GivenReply> {
  return ctx.db.transaction().execute(async (tx) => {
    const accessRequest = await requireAccessRequest(tx, named)
    if (accessRequest.givenAt !== null) return presentGiven(accessRequest)
    return accessRequest.kind === 'time'
      ? giveTime(ctx, tx, named, { accessRequest, by })
      : giveAccess(ctx, tx, named, { accessRequest, by })
  })
}

type Named = Parameters<typeof findAccessRequest>[1]

async function requireAccessRequest(tx: Tx, named: Named): Promise<AccessRequest> {
  const accessRequest = await findAccessRequest(tx, named)
  if (accessRequest === null || (accessRequest.givenAt === null && !accessRequest.isOpen))
    throw new Problem('extension-expired')
  return accessRequest
}

const presentGiven = ({ address, givenUntil }: Pick<AccessRequest, 'address' | 'givenUntil'>): GivenReply => ({
  receiverEmail: address,
  expiryDate: givenUntil?.getTime() ?? null,
})

interface Press {
  accessRequest: AccessRequest
  by: RequestMetadata
}

async function giveTime(ctx: GiveNeeds, tx: Tx, named: Named, { accessRequest, by }: Press): Promise<GivenReply> {
  await holdRequested(tx, accessRequest.transferId)
  const held = await requireAccessRequest(tx, named)
  if (held.givenAt !== null) return presentGiven(held)
  return presentGiven({ ...held, givenUntil: await extend(ctx, tx, accessRequest.transferId, by) })
}

/** Two more days for everybody who requested time; returns the new expiry. */
async function extend(ctx: GiveNeeds, tx: Tx, transferId: string, by: RequestMetadata): Promise<Date | null> {
  const expiry = await extendExpiry(tx, transferId, EXTENSION_SECONDS)
  if (expiry === null) throw new Problem('extension-expired')
  await notifyGranted(ctx, tx, {
    transferId,
    until: expiry.until,
    given: await settleTime(tx, transferId, expiry.until),
  })
  if (expiry.isLater)
    await recordOwnEvent(tx, ctx, by, { transferId, kind: 'extended', detail: String(EXTENSION_SECONDS) })
  return expiry.until
}

/** Mails one more person a personal link; extends an expired transfer for them. */
async function giveAccess(ctx: GiveNeeds, tx: Tx, named: Named, { accessRequest, by }: Press): Promise<GivenReply> {
  const { transferId, requesterId, address, language } = accessRequest
  const { isExpired, added } = await addRequester(ctx, tx, accessRequest, { address, language })
  const held = await requireAccessRequest(tx, named)
  if (held.givenAt !== null) return presentGiven(held)
  const until = isExpired
    ? await extend(ctx, tx, transferId, by)
    : ((await readNewExpiry(tx, transferId))?.until ?? null)
  await settleAccess(tx, requesterId, until)
  if (added > 0) await recordOwnEvent(tx, ctx, by, { transferId, kind: 'edited', detail: `recipients +${added}` })
  return presentGiven({ address, givenUntil: until })
}
