import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../database/schema.ts'
import type { Presence } from '../database/starting/presence.ts'
import { forgetPools, isSeen, keepPools, refreshLocks } from './job-pool-store.ts'
import { untilAborted } from './until-aborted.ts'

const RETRY_MS = 250

export interface KeeperOptions {
  db: Kysely<Database>
  nodeId: string
  presence: Presence
  log: Logger
}

/**
 * Records which pools of the job runner belong to this process, and stops a pool from looking for jobs while other
 * processes would consider this one dead or would not know whose the pool is.
 */
export class PoolKeeper {
  readonly #options: KeeperOptions
  readonly #signal: AbortSignal
  readonly #pools = new Set<string>()
  /** How often this process had become visible when the pool was last recorded. */
  readonly #keptAt = new Map<string, number>()

  constructor(options: KeeperOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
  }

  add(poolId: string): void {
    this.#pools.add(poolId)
  }

  async mayLook(poolId: string): Promise<void> {
    while (!this.#signal.aborted) {
      const turn = await untilAborted(this.#options.presence.held(), this.#signal)
      if (turn === null || this.#keptAt.get(poolId) === turn) return
      try {
        await this.#keep([poolId])
        this.#keptAt.set(poolId, turn)
      } catch {
        await pause(RETRY_MS)
      }
    }
  }

  /** Checks whether the others still see this process, and know its pools. */
  async check(): Promise<void> {
    const { db, nodeId, presence } = this.#options
    if (await isSeen(db, nodeId)) await this.#keep([...this.#keptAt.keys()])
    else presence.renew()
  }

  refreshLocks(): Promise<void> {
    return refreshLocks(this.#options.db, [...this.#pools])
  }

  /** For when nothing runs any more. */
  async forget(): Promise<void> {
    await forgetPools(this.#options.db, [...this.#pools])
  }

  async #keep(poolIds: string[]): Promise<void> {
    const { db, nodeId, log } = this.#options
    // Read before the call: when workers first look at once, another may have recorded the pool meanwhile.
    const kept = new Set(this.#keptAt.keys())
    const unknown = await keepPools(db, nodeId, poolIds)
    const lost = unknown.filter((poolId) => kept.has(poolId))
    if (lost.length > 0) log.warn({ pools: lost }, 'this process was out of reach, and others took over its jobs')
  }
}
