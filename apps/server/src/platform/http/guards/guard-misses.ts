import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { countMiss, giveLookBack } from '../call-store.ts'
import { requireProof } from '../limits/require-proof.ts'

/**
 * Call this for every link without a valid token, after the lookup and before any answer. Misses cost the calling
 * network: 20 in a minute, 300 in an hour. Beyond that, a network learns nothing more, hit or miss, by the same steps
 * in the same time, unless its browser has shown work; each miss then costs work.
 *
 * @throws Problem 'too-many-requests' from the 21st miss in a minute; 'proof-required' {challenge, answers, bits}
 */
export async function guardMisses(
  ctx: Pick<Context, 'db' | 'alarms' | 'masterKey' | 'config'>,
  request: FastifyRequest,
  { isMiss }: { isMiss: boolean },
): Promise<void> {
  const { network } = request.actor
  if (isMiss) ctx.alarms.note('slug-misses')
  const { isOver, waitSeconds } = await countMiss(ctx.db, network, isMiss)
  if (!isOver) {
    if (waitSeconds !== null) throw new Problem('too-many-requests', { retryAfterSeconds: waitSeconds })
    return
  }
  const pass = await requireProof(ctx, request)
  if (!isMiss) await giveLookBack(ctx.db, pass)
}
