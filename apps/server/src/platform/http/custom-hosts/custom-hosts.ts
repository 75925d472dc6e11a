import { hostLimit } from '@waybill/contract/billing/plans'
import type { Kysely } from 'kysely'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../database/schema.ts'
import { findHost, type HostFacts } from './custom-host-store.ts'

/** A request came to a workspace's own host. */
export interface CustomHost {
  workspaceId: string
  /** Of its pages. */
  origin: string
  /** False: its pages are at PUBLIC_URL, because the host is in quarantine or the plan has none. */
  isServed: boolean
}

/** A change is seen everywhere after so long. */
const KEPT_MS = 5_000
/** Hosts that are remembered, known or not: strangers can ask for any number. */
const MOST_KEPT = 512
const NAME = /^(?=.{4,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

interface Needs {
  db: Kysely<Database>
  config: Pick<Config, 'publicUrl'>
  clock: { nowMs(): number }
}

/** The hosts that workspaces hold, as the database has them or had them a few seconds ago. */
export class CustomHosts {
  readonly #needs: Needs
  readonly #kept = new Map<string, { facts: Promise<HostFacts | null>; untilMs: number }>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** By a Host header; null for a host that nobody holds. The port must be PUBLIC_URL's. */
  async find(header: string): Promise<CustomHost | null> {
    const { protocol, port } = this.#needs.config.publicUrl
    const [, name = '', asked = ''] = /^(.*?)(?::(\d+))?$/.exec(header) ?? []
    if (asked !== port) return null
    const facts = await this.#facts(name)
    if (facts === null) return null
    const isServed = facts.isProven && hostLimit(facts.role) > 0
    return { workspaceId: facts.workspaceId, origin: `${protocol}//${header}`, isServed }
  }

  /** Whether a workspace uses the name, or did until recently. */
  async isHeld(name: string): Promise<boolean> {
    return (await this.#facts(name)) !== null
  }

  /** Whether a certificate may be ordered for the name. */
  async isProven(name: string): Promise<boolean> {
    return (await this.#facts(name))?.isProven ?? false
  }

  async #facts(name: string): Promise<HostFacts | null> {
    if (!NAME.test(name)) return null
    const nowMs = this.#needs.clock.nowMs()
    const known = this.#kept.get(name)
    if (known !== undefined && known.untilMs > nowMs) return known.facts
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear()
    const facts = findHost(this.#needs.db, name)
    this.#kept.set(name, { facts, untilMs: nowMs + KEPT_MS })
    // A failure is this caller's alone.
    facts.catch(() => this.#kept.delete(name))
    return facts
  }
}
