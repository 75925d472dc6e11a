import { isDatabaseAway } from '../../src/platform/database/is-database-away.ts'
import type { Answer } from './test-app.ts'

const MOST_TRIES = 8

/** Retries, as pages do, when a server has no room for the call at the moment. */
export async function askAgain(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    if (answer.status !== 503 || tries === MOST_TRIES) return answer
  }
}

/**
 * The same for a use case without HTTP: runs a call again that found no free connection or waited too long for a lock.
 */
export async function runAgain<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (!isDatabaseAway(error) || tries === MOST_TRIES) throw error
    }
  }
}
