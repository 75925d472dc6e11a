import type { FastifyRequest } from 'fastify'
import { type Act, type EventScene, judgeLane } from '../events/index.ts'
import type { FoundTransfer } from '../transfers/index.ts'

/** Who does what with a transfer, as its request shows. `nowMs` is compared with the sending only as a hint. */
export function visitOf(
  act: Act,
  { transfer, recipient }: FoundTransfer,
  { method, headers, ip }: Pick<FastifyRequest, 'method' | 'headers' | 'ip'>,
  nowMs: number,
): EventScene & { recipientId: string } {
  const secondsSinceSent = transfer.send_as === 'email' ? (nowMs - transfer.sent_at.getTime()) / 1_000 : null
  return {
    transferId: transfer.id,
    recipientId: recipient.id,
    lane: judgeLane({ act, method, headers, ip, secondsSinceSent }),
    ip,
    userAgent: headers['user-agent'],
  }
}
