import type { Answer } from './test-app.ts'

const MOST_TRIES = 8

/** Asks again, as pages do, where a server has all its hands full. */
export async function askAgain(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    if (answer.status !== 503 || tries === MOST_TRIES) return answer
  }
}
