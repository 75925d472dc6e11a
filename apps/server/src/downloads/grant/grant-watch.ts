import type { Context } from '../../context.ts'
import { listEndedGrants, listWithdrawn } from './grant-store.ts'

const LOOK_MS = 1_000

interface Running {
  grantId: string
  fileIds: readonly string[]
  stop(): void
}

/**
 * Breaks answers off whose grant ends while they run: the operator blocked the transfer or a content, its sender was
 * suspended, deleted it, removed a file or a person, or locked it; or the key was revoked that a program took it with.
 * One check a second for all of them, whichever process made the change. They continue while the database is
 * unavailable.
 */
export class GrantWatch {
  readonly #db: Context['db']
  readonly #running = new Set<Running>()
  #timer: NodeJS.Timeout | null = null
  #isLooking = false

  readonly #listEnded: typeof listEndedGrants

  /** `listEnded`: those of these grants that no longer permit a running download. */
  constructor({ db }: Pick<Context, 'db'>, listEnded: typeof listEndedGrants = listEndedGrants) {
    this.#db = db
    this.#listEnded = listEnded
  }

  /** `stop` is called at most once. Returns a function that ends the watch. */
  watch(running: Running): () => void {
    this.#running.add(running)
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref()
    return () => {
      this.#running.delete(running)
      if (this.#running.size === 0) this.close()
    }
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const all = [...this.#running]
      const grants = new Set(await this.#listEnded(this.#db, [...new Set(all.map(({ grantId }) => grantId))]))
      // Many connections bring one archive, with one array of all its files.
      const lists = new Set(all.map(({ fileIds }) => fileIds))
      const files = new Set(await listWithdrawn(this.#db, [...new Set([...lists].flat())]))
      for (const running of all) {
        const isWithdrawn = files.size > 0 && running.fileIds.some((id) => files.has(id))
        if (!grants.has(running.grantId) && !isWithdrawn) continue
        if (this.#running.delete(running)) running.stop()
      }
    } catch {
      // The next check is a second away.
    } finally {
      this.#isLooking = false
    }
  }
}
