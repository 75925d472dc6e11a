import type { Context } from '../../context.ts'
import { deviceName } from '../../platform/http/device-name.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { holdVisit, takeHeldVisits } from './event-store.ts'
import type { JudgedActor } from './judge-actor.ts'
import { type EventContext, recordEvent } from './record-event.ts'

/** Visits within this time after the first become one entry. */
const GATHER_SECONDS = 60
/** How long a hasty visitor may prove to be a person. */
const DOUBT_SECONDS = 120

type BotContext = EventContext & { recipientId: string; judged: JudgedActor & { actorKind: 'bot' } }

/**
 * Records a bot's visit: the first at once, those that follow within a minute as one more entry with their number. A
 * visit that only its speed makes suspicious is held back first: its reader may be a person.
 */
export async function recordVisit(
  ctx: Pick<Context, 'db' | 'geo' | 'signer'>,
  eventContext: BotContext,
): Promise<void> {
  const { transferId, recipientId, judged, ip, userAgent } = eventContext
  const device = deviceName(userAgent) ?? ''
  const isDoubtful = judged.reason === 'right-after-sending'
  const seconds = isDoubtful ? DOUBT_SECONDS : GATHER_SECONDS
  const visit = { transferId, recipientId, device, reason: judged.reason, ip, userAgent, isDoubtful }
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await holdVisit(tx, visit, { visits: isDoubtful ? 1 : 0, seconds }))) return
    const when = { delaySeconds: seconds, keepsTime: true }
    await addJob(tx, 'close-visits', { recipientId, device }, { key: `close-visits/${recipientId}/${device}`, ...when })
    if (!isDoubtful) await recordEvent(tx, ctx, { ...eventContext, kind: 'visited' })
  })
}

/** Makes one entry of the held visits. Hasty visits followed by a person on the same device were that person's. */
export async function closeVisits(
  ctx: Pick<Context, 'db' | 'geo' | 'signer'>,
  held: { recipientId: string; device: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const taken = await takeHeldVisits(tx, held)
    if (taken === undefined || taken.visits === 0 || taken.isPersons) return
    const { transferId, recipientId, ip, userAgent, visits, isDoubtful, firstAt } = taken
    const judged = { actorKind: 'bot', reason: taken.reason } as JudgedActor
    const times = visits > 1 ? `times ${visits}` : null
    const detail = isDoubtful ? times : `more ${visits}`
    await recordEvent(tx, ctx, { transferId, recipientId, judged, ip, userAgent, kind: 'visited', detail, at: firstAt })
  })
}
