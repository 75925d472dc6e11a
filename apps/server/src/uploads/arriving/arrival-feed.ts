import type { Context } from '../../context.ts'
import { Listening } from '../../platform/database/listen.ts'
import { ARRIVAL_CHANNEL } from '../parts/part-store.ts'

/** This process's single listener for arriving uploads, opened for the first follower. Followers hold no connection. */
export class ArrivalFeed {
  readonly #listeners = new Map<string, Set<() => void>>()
  readonly #listening: Listening

  constructor({ connection, log }: Pick<Context, 'connection' | 'log'>) {
    this.#listening = new Listening({
      connection,
      log,
      channels: [ARRIVAL_CHANNEL],
      name: 'waybill-arrivals',
      onMessage: (uploadId) => this.#tell(uploadId),
      onOpen: () => {
        for (const uploadId of this.#listeners.keys()) this.#tell(uploadId)
      },
    })
  }

  /** Resolves once changes of the upload reach `listener`. Returns a function that stops it. */
  async follow(uploadId: string, listener: () => void): Promise<() => void> {
    await this.#listening.open()
    const beside = this.#listeners.get(uploadId) ?? new Set()
    this.#listeners.set(uploadId, beside.add(listener))
    return () => {
      beside.delete(listener)
      if (beside.size === 0 && this.#listeners.get(uploadId) === beside) this.#listeners.delete(uploadId)
    }
  }

  close = (): Promise<void> => this.#listening.close()

  #tell(uploadId: string): void {
    for (const listener of this.#listeners.get(uploadId) ?? []) listener()
  }
}
