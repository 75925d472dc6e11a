import type { Context } from '../../context.ts'
import type { TaskHandlers } from '../../platform/jobs/task-handlers.ts'
import { makeAnchor } from './anchors/make-anchor.ts'
import { stampAnchor } from './anchors/stamp-anchor.ts'
import { addUp } from './count-store.ts'
import { forgetIpsBefore } from './event-store.ts'
import { makeMonths } from './month-store.ts'
import { closeVisits } from './record-visit.ts'

const MONTHS_AHEAD = 2
/** Less than a day: however late the last one was, the next is made on time. */
const ANCHORS_APART_SECONDS = 43_200

export const eventTasks = (ctx: Context): TaskHandlers => ({
  'close-visits': (held) => closeVisits(ctx, held),
  'forget-addresses': () => forgetAddresses(ctx),
  'add-up-counts': () => addUpCounts(ctx),
  'make-anchor': () => anchorDaily(ctx),
  'stamp-anchor': (payload) => stampAnchor(ctx, payload),
  'make-event-months': () => makeMonths(ctx.db, MONTHS_AHEAD),
})

async function anchorDaily(ctx: Context): Promise<void> {
  const anchor = await makeAnchor(ctx, { apartSeconds: ANCHORS_APART_SECONDS })
  if (anchor) ctx.log.info({ number: anchor.number, count: anchor.count }, 'an anchor over the ledgers was made')
}

/** Each row updates some twenty sums anywhere in a large table: a slow disk must finish a batch in half a minute. */
const AT_ONCE = 1_000

/** Adds recent counts to the sums, one batch at a time. */
export async function addUpCounts({ db }: Pick<Context, 'db'>): Promise<void> {
  while ((await addUp(db, AT_ONCE)) === AT_ONCE);
}

/**
 * Deletes IP addresses older than the retention. Country, city and zone, derived when the event happened, stay, and so
 * does the chain.
 */
export async function forgetAddresses({ db, config, log }: Pick<Context, 'db' | 'config' | 'log'>): Promise<void> {
  const forgotten = await forgetIpsBefore(db, config.ipRetentionDays)
  if (forgotten > 0) log.info({ forgotten }, 'addresses forgotten')
}
