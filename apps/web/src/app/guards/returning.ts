import { freeSendsUsed } from '../../features/send/upload/remembered.ts'
import { call } from '../../shared/api/client.ts'
import { keep, readKept } from '../../shared/storage/kept.ts'

const AWAY_MS = 6 * 3_600_000
/** A greeting is not worth a longer wait. */
const PATIENCE_MS = 2_000

/** Records when this browser first came; called at every load. */
export function noteFirstVisit(): void {
  if (readKept('first-visit') === null) keep('first-visit', String(Date.now()))
}

let isGreeted = false

/**
 * Whether to greet a visitor who sent something without an account and whose first visit was over six hours ago. Asked
 * once a load, and not for a visitor with an unfinished upload.
 */
export async function isReturning(): Promise<boolean> {
  const firstVisit = Number(readKept('first-visit') ?? Number.NaN)
  const isAway = Date.now() - firstVisit > AWAY_MS
  if (isGreeted || !isAway || freeSendsUsed() === 0 || readKept('upload') !== null) return false
  isGreeted = true
  const headers = { lastVisit: String(firstVisit) }
  const asked = call('checkReturning', { headers, signal: AbortSignal.timeout(PATIENCE_MS) })
  return asked.then(
    ({ welcomeBack }) => welcomeBack,
    () => false,
  )
}

/** The facts for the greeting: the last sender's address, and the number of their last transfer. */
export function returningSearch(): { email?: string; slug?: string } {
  const [email, slug] = [readKept('sender'), readKept('slug')]
  return { ...(email === null ? {} : { email }), ...(slug === null ? {} : { slug }) }
}
