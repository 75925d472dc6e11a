import type { SecureContext } from 'node:tls'
import type { Context } from '../../context.ts'
import type { TlsSettings } from '../config/tls-settings.ts'
import type { Budget } from '../http/limits/rate-limits.ts'
import { openPair } from './certificate.ts'
import { storeSource } from './certificate-source.ts'
import { type OrderNeeds, orderIfDue } from './renew-certificate.ts'

type Needs = OrderNeeds & Pick<Context, 'customHosts' | 'limits'>

/** Orders of all custom hosts together, in an hour: public authorities limit an account. */
const ordersPerHour: Budget = { name: 'host-orders', points: 30, seconds: 3_600 }
/** Hosts that are looked up at once; a flood of handshakes must not exhaust the database. */
const LOOKED_UP_AT_ONCE = 16
/** How soon a renewed certificate is used. */
const KEPT_MS = 60_000
const MOST_KEPT = 1_000
/** How long a handshake waits for an order of another process. */
const PATIENCE_MS = 15_000
const LOOK_EVERY_MS = 500

/**
 * Certificates of custom hosts, by the name in a handshake. The first handshake of a proven host orders one and waits
 * for it, with all others that come meanwhile. A name that nobody holds costs one look at most: no order, and no memory.
 */
export class HostCertificates {
  readonly #ctx: Needs
  readonly #settings: Extract<TlsSettings, { kind: 'acme' }>
  readonly #kept = new Map<string, { context: SecureContext; untilMs: number }>()
  readonly #looking = new Map<string, Promise<SecureContext | null>>()

  constructor(ctx: Needs, settings: Extract<TlsSettings, { kind: 'acme' }>) {
    this.#ctx = ctx
    this.#settings = settings
  }

  /** Null: the handshake ends. Never fails. */
  contextFor(name: string): Promise<SecureContext | null> {
    const host = name.toLowerCase()
    const kept = this.#kept.get(host)
    if (kept !== undefined && kept.untilMs > this.#ctx.clock.nowMs()) return Promise.resolve(kept.context)
    const running = this.#looking.get(host)
    if (running !== undefined) return running
    if (this.#looking.size >= LOOKED_UP_AT_ONCE) return Promise.resolve(kept?.context ?? null)
    const looking = this.#look(host)
      .catch((error) => {
        this.#ctx.log.warn({ host, error }, 'cannot look for the certificate of a custom host')
        return kept?.context ?? null
      })
      .finally(() => this.#looking.delete(host))
    this.#looking.set(host, looking)
    return looking
  }

  async #look(host: string): Promise<SecureContext | null> {
    const { customHosts } = this.#ctx
    if (!(await customHosts.isHeld(host))) {
      this.#kept.delete(host)
      return null
    }
    // Also in quarantine, as long as it lasts.
    const stored = await this.#stored(host)
    return stored === null && (await customHosts.isProven(host)) ? this.#order(host) : stored
  }

  async #stored(host: string): Promise<SecureContext | null> {
    const pair = await storeSource({ ...this.#ctx, host })()
    const nowMs = this.#ctx.clock.nowMs()
    const certificate = pair && openPair(pair)
    if (certificate === null || certificate.endsAt.getTime() <= nowMs) return null
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear()
    this.#kept.set(host, { context: certificate.context, untilMs: nowMs + KEPT_MS })
    return certificate.context
  }

  async #order(host: string): Promise<SecureContext | null> {
    const { limits } = this.#ctx
    if (await limits.isSpent(ordersPerHour, 'all')) return null
    const outcome = await orderIfDue(this.#ctx, this.#settings, host, () => limits.spend(ordersPerHour, 'all'))
    if (outcome === 'failed') return null
    // Another process may be ordering it.
    for (let waited = 0; waited <= PATIENCE_MS; waited += LOOK_EVERY_MS) {
      const context = await this.#stored(host)
      if (context !== null || outcome === 'ordered') return context
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
    return null
  }
}
