import type { Context } from '../../context.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { hasAnonymous } from '../transfer-store.ts'

const RETURNING_AFTER_MS = 6 * HOUR_MS
const EPOCH_MS = /^\d{1,15}$/

/**
 * Whether to greet a visitor who first came over six hours ago, and has sent without an account from this browser.
 * Reveals nothing about what was sent, nor about an account. `lastVisit` is the browser's statement, in epoch ms.
 */
export async function checkReturning(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { account, deviceId }: Pick<Actor, 'account' | 'deviceId'>,
  lastVisit: unknown,
): Promise<{ welcomeBack: boolean }> {
  if (account !== null || deviceId === null) return { welcomeBack: false }
  const firstVisitMs = typeof lastVisit === 'string' && EPOCH_MS.test(lastVisit) ? Number(lastVisit) : Number.NaN
  if (!(clock.nowMs() - firstVisitMs > RETURNING_AFTER_MS)) return { welcomeBack: false }
  return { welcomeBack: await hasAnonymous(db, deviceId) }
}
