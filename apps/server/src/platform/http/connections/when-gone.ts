import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply } from 'fastify'

/** Aborts once whoever asked has left before the answer was whole; nobody reads the reason. */
export function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const look = () => {
    if (!raw.writableFinished) gone.abort(new Problem('still-working'))
  }
  if (raw.destroyed) look()
  else raw.once('close', look)
  return gone.signal
}
