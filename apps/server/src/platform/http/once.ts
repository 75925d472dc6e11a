import { createHash } from 'node:crypto'
import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { dropKey, keepAnswer, takeKey } from './call-store.ts'

const SEAL_PURPOSE = 'idempotency'

/**
 * Runs a creating call once per `Idempotency-Key`: a retry of the same call by the same caller within a day gets the
 * first answer; the same key with another body or another target is refused; while the first still runs,
 * 'still-working' tells the caller to retry.
 */
export async function once<Reply>(
  ctx: Pick<Context, 'db' | 'masterKey' | 'nodeId'>,
  request: FastifyRequest,
  name: string,
  status: number,
  act: () => Promise<Reply>,
): Promise<Reply> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return act()
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(key)) {
    throw new Problem('invalid-input', { where: 'headers', field: 'idempotency-key' })
  }
  const call = {
    nodeId: ctx.nodeId,
    scope: `${name}:${request.actor.account?.id ?? request.actor.deviceId ?? request.actor.ip}`,
    key,
    requestHash: createHash('sha256').update(wordsOf(request)).digest(),
  }
  const state = await takeKey(ctx.db, call)
  if (state.kind === 'mismatch') throw new Problem('idempotency-mismatch')
  if (state.kind === 'busy') throw new Problem('still-working', { retryAfterSeconds: 1 })
  if (state.kind === 'answered') return JSON.parse(ctx.masterKey.open(SEAL_PURPOSE, state.reply)) as Reply
  try {
    const reply = await act()
    await keepAnswer(ctx.db, call, status, ctx.masterKey.seal(SEAL_PURPOSE, JSON.stringify(reply ?? null)))
    return reply
  } catch (error) {
    await dropKey(ctx.db, call).catch(() => undefined)
    throw error
  }
}

/** What the caller requests: the body, and the ids in the path where there are any. */
function wordsOf({ body = null, params }: FastifyRequest): string {
  const hasIds = Object.keys(params as object).length > 0
  return JSON.stringify(hasIds ? [body, params] : body)
}
