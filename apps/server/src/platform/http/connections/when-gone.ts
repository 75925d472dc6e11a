import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply } from 'fastify'

/** Aborts when the caller leaves before the answer is complete; nobody reads the reason. */
export function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const look = () => {
    if (!raw.writableFinished) gone.abort(new Problem('still-working'))
  }
  if (raw.destroyed) look()
  else raw.once('close', look)
  return gone.signal
}
