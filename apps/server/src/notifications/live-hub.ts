import type { Context } from '../context.ts'
import { Listening } from '../platform/database/listen.ts'
import { LIVE_CHANNEL } from '../platform/database/live-channel.ts'

/**
 * For an account: a transfer has changed, its feed has a new end, its stored bytes, its plan, its conversation with the
 * operator or comments on its requests have changed, or unknown changes.
 */
export type LiveNews =
  | { transfer: string }
  | { feed: number }
  | 'storage'
  | 'plan'
  | 'conversation'
  | 'comments'
  | 'resync'

/** As sent through the database: the account, and one of the others. */
interface Payload {
  a: string
  t?: string
  f?: number
  s?: true
  p?: true
  c?: true
  r?: true
}

type Listener = (news: LiveNews) => void

/** This process's single listener for news, opened for the first follower. */
export class LiveHub {
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #listening: Listening

  constructor({ connection, log }: Pick<Context, 'connection' | 'log'>) {
    this.#listening = new Listening({
      connection,
      log,
      channels: [LIVE_CHANNEL],
      name: 'waybill-live',
      onMessage: (payload) => this.#hear(payload),
      onOpen: () => {
        for (const listeners of this.#listeners.values()) for (const listener of listeners) listener('resync')
      },
    })
  }

  /** Resolves once news of the account reach `listener`. Returns a function that stops it. */
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
    const {
      a: accountId,
      t: transfer,
      f: feed = 0,
      s: isStorage,
      p: isPlan,
      c: isConversation,
      r: areComments,
    } = JSON.parse(payload) as Payload
    const moved = transfer === undefined ? { feed } : { transfer }
    const news = isStorage
      ? 'storage'
      : isPlan
        ? 'plan'
        : isConversation
          ? 'conversation'
          : areComments
            ? 'comments'
            : moved
    for (const listener of this.#listeners.get(accountId) ?? []) listener(news)
  }
}
