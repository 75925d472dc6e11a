import type { Context } from '../../context.ts'
import type { TaskHandlers } from '../../platform/jobs/task-handlers.ts'
import { addUpCounts } from './add-up-counts.ts'
import { makeAnchor } from './anchors/make-anchor.ts'
import { stampAnchor } from './anchors/stamp-anchor.ts'
import { forgetAddresses } from './forget-addresses.ts'
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
