import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply } from 'fastify'

/**
 * How many answers with bytes one grant may have open in one network, in this process: more than any download manager
 * opens by itself. Each press of a button makes a grant of its own, so nobody else's download is ever refused for it,
 * however many people share a link and an address.
 */
export const AT_ONCE = 32
const RETRY_SECONDS = 2

/** Counts the answers that are being sent, per grant and network. */
export class AnswersAtOnce {
  readonly #open = new Map<string, number>()

  /** Takes a place until the answer closes. @throws Problem 'too-many-calls' {retryAfterSeconds} */
  enter(grantId: string, { raw, request }: Pick<FastifyReply, 'raw' | 'request'>): void {
    const key = `${grantId} ${request.actor.network}`
    const open = this.#open.get(key) ?? 0
    if (open >= AT_ONCE) throw new Problem('too-many-calls', { retryAfterSeconds: RETRY_SECONDS })
    if (raw.destroyed) return
    this.#open.set(key, open + 1)
    raw.once('close', () => this.#leave(key))
  }

  #leave(key: string): void {
    const left = (this.#open.get(key) ?? 1) - 1
    if (left === 0) this.#open.delete(key)
    else this.#open.set(key, left)
  }
}
