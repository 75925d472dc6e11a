import { Problem, temporaryProblems } from '@waybill/contract/core/problems'

export const RETRIES = 6
const FIRST_WAIT_MS = 500
const JITTER_MS = 500

/** Whether the same call may succeed later: no answer came, or the server named a temporary failure. */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof Problem) return temporaryProblems.has(error.code)
  return error instanceof Error && error.name === 'ConnectionError'
}

/** The wait before try `tries + 2`: 500 ms doubled each time, and up to 500 ms more by `chance` (0 to 1). */
export function backoffMs(tries: number, chance: number): number {
  return FIRST_WAIT_MS * 2 ** tries + JITTER_MS * chance
}
