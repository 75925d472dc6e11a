import { EventEmitter } from 'node:events'
import type pg from 'pg'

type Connected = (error: undefined, client: RunnerNotices, done: () => void) => void

/**
 * What the runner of each lane listens to, in place of a session of its own: nothing but what `tell` passes on. Jobs that
 * are added are not among it; `wake-lanes.ts` wakes the lanes that they are for.
 */
export class RunnerNotices extends EventEmitter {
  constructor() {
    super()
    this.setMaxListeners(0)
  }

  tell(channel: string, payload: string): void {
    this.emit('notification', { channel, payload })
  }

  /** The runner sends `listen` and `unlisten` here, and nothing else. */
  async query(): Promise<void> {}

  /** The pool as a lane's runner sees it. The runner connects with a callback for its listener alone. */
  before(pool: pg.Pool): pg.Pool {
    const connect = (callback?: Connected) => {
      if (callback === undefined) return pool.connect()
      queueMicrotask(() => callback(undefined, this, () => {}))
      return undefined
    }
    const { options } = pool
    const own = ['query', 'on', 'removeListener', 'listeners'] as const
    const passed = Object.fromEntries(own.map((name) => [name, (pool[name] as () => unknown).bind(pool)]))
    return { ...passed, options, connect } as unknown as pg.Pool
  }
}
