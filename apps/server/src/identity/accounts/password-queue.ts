import { Problem } from '@waybill/contract/core/problems'

export interface PasswordQueueOptions {
  /** How many tasks run at once. */
  concurrency: number
  /** How many callers of each kind may wait. */
  maxWaiting: number
}

export type PasswordCaller = 'familiar' | 'stranger'

/**
 * Runs at most `concurrency` tasks at once, each kind of caller in order of arrival, and callers that the account knows
 * before strangers, who may come by the hundred. A caller without room to wait gets Problem 'busy' at once.
 */
export function createPasswordQueue({ concurrency, maxWaiting }: PasswordQueueOptions) {
  const waiting: Record<PasswordCaller, Array<() => void>> = { familiar: [], stranger: [] }
  let running = 0

  return async function enqueue<Result>(caller: PasswordCaller, work: () => Promise<Result>): Promise<Result> {
    if (running < concurrency) running += 1
    else {
      if (waiting[caller].length >= maxWaiting) throw new Problem('busy', { retryAfterSeconds: 1 })
      await new Promise<void>((resolve) => waiting[caller].push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = waiting.familiar.shift() ?? waiting.stranger.shift()
      if (next) next()
      else running -= 1
    }
  }
}
