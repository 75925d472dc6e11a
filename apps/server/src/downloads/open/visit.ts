import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { type Act, type EventContext, judgeActor } from '../../tracking/ledger/index.ts'
import type { FoundTransfer } from '../../transfers/index.ts'
import { judgeOwner } from './is-owner.ts'

export interface Visit extends EventContext {
  recipientId: string
}

type Visitor = Pick<FastifyRequest, 'method' | 'headers' | 'ip' | 'actor'>

/**
 * Who does what with a transfer, according to the request; the owner and the owner's team are recognised first. The server's clock is
 * compared with the sending only as a hint. `hasStayed`: the page reports that its reader is there.
 */
export async function visitOf(
  ctx: Pick<Context, 'db' | 'clock'>,
  act: Act,
  { transfer, recipient }: FoundTransfer,
  { method, headers, ip, actor }: Visitor,
  hasStayed = false,
): Promise<Visit> {
  const sinceMs = ctx.clock.nowMs() - transfer.sent_at.getTime()
  const secondsSinceSent = transfer.send_as === 'email' ? sinceMs / 1_000 : null
  const owned = {
    transferId: transfer.id,
    accountId: transfer.account_id,
    deviceId: transfer.device_id,
    senderAddress: transfer.sender_address,
    address: recipient.address,
  }
  return {
    transferId: transfer.id,
    recipientId: recipient.id,
    judged:
      (await judgeOwner(ctx, owned, actor)) ?? judgeActor({ act, method, headers, ip, secondsSinceSent, hasStayed }),
    ip,
    userAgent: headers['user-agent'],
  }
}
