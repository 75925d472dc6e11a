import { Problem } from '@waybill/contract/core/problems'

/** Concurrent logins in this process: as many as may be hashed and wait for it. */
const MOST_AT_ONCE = 36
const inside = { newcomers: 0, returning: 0 }

/**
 * Admits no more logins than can be judged: the rest of a flood costs neither a query nor a hash. Unknown browsers are
 * counted separately, so that they keep no other out.
 *
 * @throws Problem 'busy'
 */
export async function inCrowd<Result>(crowd: keyof typeof inside, logIn: () => Promise<Result>): Promise<Result> {
  if (inside[crowd] >= MOST_AT_ONCE) throw new Problem('busy', { retryAfterSeconds: 1 })
  inside[crowd] += 1
  try {
    return await logIn()
  } finally {
    inside[crowd] -= 1
  }
}
