import { isDatabaseAway } from '../../src/platform/database/is-database-away.ts'
import type { Answer } from './test-app.ts'

const MOST_TRIES = 8

/** Asks again, as pages do, where a server has no room for the call just now. */
export async function askAgain(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    if (answer.status !== 503 || tries === MOST_TRIES) return answer
  }
}

/**
 * The same for a use case without HTTP: a call that found no free connection or waited too long for a lock runs again.
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
