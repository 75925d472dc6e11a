import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { awaitsContinue } from '../../platform/http/guards/continue-when-read.ts'

/** How long a useless body may keep arriving before its connection is cut. */
const DRAIN_MS = 20_000
/** The same where the sender is known to be gone or too slow: long enough to send the answer. */
const CUT_MS = 1_000
const CUT_SOON = new Set(['part-superseded', 'part-too-slow', 'stopping'])

/**
 * Runs `work`, which may answer before it has read the body. Discards the rest of the body for a while, since a browser
 * reads no answer before it has sent everything; then cuts the connection.
 */
export async function settleBody<T>({ raw }: FastifyRequest, reply: FastifyReply, work: () => Promise<T>): Promise<T> {
  let drainMs = DRAIN_MS
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && CUT_SOON.has(error.code)) drainMs = CUT_MS
    throw error
  } finally {
    if (!raw.complete && !awaitsContinue(raw)) {
      raw.on('error', () => {})
      raw.resume()
      reply.raw.once('finish', () => cutLater(raw, drainMs))
    }
  }
}

function cutLater(raw: FastifyRequest['raw'], drainMs: number): void {
  if (raw.complete) return
  const { socket } = raw
  const cut = setTimeout(() => socket.destroy(), drainMs)
  cut.unref()
  const callOff = () => {
    clearTimeout(cut)
    socket.off('close', callOff)
  }
  raw.once('end', callOff)
  socket.once('close', callOff)
}
