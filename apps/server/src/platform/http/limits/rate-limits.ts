import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { countBelow, readTally } from '../call-store.ts'

/** So many points in a window of so many seconds, which begins with the first point spent. */
export interface Budget {
  name: string
  points: number
  seconds: number
}

export interface RateLimits {
  /** Spends one point. @throws Problem 'too-many-requests' {retryAfterSeconds} when none is left */
  spend(budget: Budget, key: string): Promise<void>
  /** Whether no point is left, without spending one. */
  isSpent(budget: Budget, key: string): Promise<boolean>
}

/** The prefix keeps budgets apart from tolls, which share the table. */
const tallyOf = ({ name }: Budget, key: string) => `budget ${name}/${key}`

/** Budgets in PostgreSQL, so that they hold across processes. */
export const makeRateLimits = (db: Kysely<Database>): RateLimits => ({
  async spend(budget, key) {
    const limit = { most: budget.points, seconds: budget.seconds }
    const { isCounted, secondsLeft } = await countBelow(db, tallyOf(budget, key), limit)
    if (!isCounted) throw new Problem('too-many-requests', { retryAfterSeconds: secondsLeft })
  },
  async isSpent(budget, key) {
    return (await readTally(db, tallyOf(budget, key))).count >= budget.points
  },
})
