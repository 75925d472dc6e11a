import type { Context } from '../context.ts'
import { Listening } from '../platform/database/listen.ts'
import { LIVE_CHANNEL } from '../platform/database/live-channel.ts'

/**
 * On an account something on a transfer moved, its feed has a new end, it keeps more or less, or it is unknown what.
 */
export type LiveNews = { transfer: string } | { feed: number } | 'storage' | 'resync'

/** As it comes through the database: whose account it is, and one of the others. */
interface Payload {
  a: string
  t?: string
  f?: number
  s?: true
}

type Listener = (news: LiveNews) => void

/** This process's one ear for news, opened when somebody first follows. */
export class LiveHub {
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #listening: Listening

  constructor({ connection, log }: Pick<Context, 'connection' | 'log'>) {
    this.#listening = new Listening({
      connection,
      log,
      channel: LIVE_CHANNEL,
      name: 'waybill-live',
      onMessage: (payload) => this.#hear(payload),
      onOpen: () => {
        for (const listeners of this.#listeners.values()) for (const listener of listeners) listener('resync')
      },
    })
  }

  /** Resolves once news of the account reach `listener`. Answers how to stop it. */
  async follow(accountId: string, listener: Listener): Promise<() => void> {
    await this.#listening.open()
    const beside = this.#listeners.get(accountId) ?? new Set()
    this.#listeners.set(accountId, beside.add(listener))
    return () => {
      beside.delete(listener)
      if (beside.size === 0 && this.#listeners.get(accountId) === beside) this.#listeners.delete(accountId)
    }
  }

  close = (): Promise<void> => this.#listening.close()

  #hear(payload: string): void {
    const { a: accountId, t: transfer, f: feed = 0, s: isStorage } = JSON.parse(payload) as Payload
    const moved = transfer === undefined ? { feed } : { transfer }
    const news = isStorage ? 'storage' : moved
    for (const listener of this.#listeners.get(accountId) ?? []) listener(news)
  }
}
