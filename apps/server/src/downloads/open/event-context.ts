import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { type EventContext, type JudgedActor, judgeActor, ownerActor } from '../../tracking/ledger/index.ts'
import { type GrantRow, setGrantRecipient } from '../grant/grant-store.ts'
import { judgeOwner } from './is-owner.ts'
import { recipientOfDevice } from './link-device.ts'

type Needs = Pick<Context, 'db' | 'geo' | 'limits'>

/**
 * Who is downloading: a grant took a click, so only a client that identifies itself as a bot is one. A client without a
 * cookie, such as a download manager, acts for the person who pressed.
 */
export async function eventContextOf(ctx: Needs, grant: GrantRow, request: FastifyRequest): Promise<EventContext> {
  const { method, headers, ip } = request
  const judged =
    (await ownersOf(ctx, grant, request)) ??
    judgeActor({ act: 'download', method, headers, ip, secondsSinceSent: null })
  return {
    transferId: grant.transfer_id,
    recipientId: judged.actorKind === 'human' ? await recipientOf(ctx, grant, request) : grant.recipient_id,
    judged,
    ip,
    userAgent: headers['user-agent'],
  }
}

/** Without a cookie: as it was when the button was pressed, in the browser where that was. */
async function ownersOf(ctx: Needs, grant: GrantRow, { actor }: FastifyRequest): Promise<JudgedActor | null> {
  const owned = {
    transferId: grant.transfer_id,
    accountId: grant.account_id,
    deviceId: grant.sender_device_id,
    senderAddress: grant.sender_address,
    address: grant.address,
  }
  if (actor.deviceId !== null || actor.account !== null) return judgeOwner(ctx, owned, actor)
  if (!grant.is_owners) return null
  return (await judgeOwner(ctx, owned, { account: null, deviceId: grant.device_id })) ?? ownerActor
}

/** On an open link another device may download with a forwarded grant: it becomes a separate recipient. */
async function recipientOf(ctx: Needs, grant: GrantRow, { actor }: FastifyRequest): Promise<string> {
  const { id, transfer_id: transferId, recipient_id: recipientId, link_id: linkId } = grant
  if (linkId === null) return recipientId
  const isOthers = actor.deviceId !== null && actor.deviceId !== grant.device_id
  if (isOthers) return recipientOfDevice(ctx, { transferId, linkId }, actor)
  if (recipientId !== linkId) return recipientId
  // A bot or the owner pressed, or the grant is older than the distinction of devices.
  const own = await recipientOfDevice(ctx, { transferId, linkId }, actor)
  return setGrantRecipient(ctx.db, { id, from: recipientId, to: own })
}
