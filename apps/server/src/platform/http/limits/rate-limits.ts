import { createHash } from 'node:crypto'
import { Problem } from '@waybill/contract/core/problems'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** Budgets in PostgreSQL, so that they hold across processes. Keys are hashed before they are stored. */
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

const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

export function makeRateLimits(pool: pg.Pool): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = (budget: Budget) => {
    const known = limiters.get(budget.name)
    if (known) return known
    const fresh = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: budget.name,
      points: budget.points,
      duration: budget.seconds,
    })
    limiters.set(budget.name, fresh)
    return fresh
  }
  return {
    async spend(budget, key) {
      try {
        await limiterOf(budget).consume(hashed(key))
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        throw new Problem('too-many-requests', { retryAfterSeconds: Math.ceil(refusal.msBeforeNext / 1_000) })
      }
    },
    async isSpent(budget, key) {
      const state = await limiterOf(budget).get(hashed(key))
      return state !== null && state.consumedPoints >= budget.points
    },
  }
}
