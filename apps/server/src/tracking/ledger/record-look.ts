import type { Context } from '../../context.ts'
import { deviceName } from '../../platform/http/device-name.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { holdLook, takeHeldLooks } from './held-look-store.ts'
import type { JudgedActor } from './judge-actor.ts'
import { type EventContext, recordEvent } from './record-event.ts'

/** Looks within so long after the first become one entry. */
const GATHER_SECONDS = 60
/** So long whoever came in haste may show that they are a person. */
const DOUBT_SECONDS = 120

type BotContext = EventContext & { recipientId: string; judged: JudgedActor & { actorKind: 'bot' } }

/**
 * Puts a machine's look on record: the first at once, those that follow within a minute as one more entry that says how
 * many they were. A look that nothing but its haste speaks against is held back first: its reader may be a person.
 */
export async function recordLook(ctx: Pick<Context, 'db' | 'geo' | 'signer'>, eventContext: BotContext): Promise<void> {
  const { transferId, recipientId, judged, ip, userAgent } = eventContext
  const device = deviceName(userAgent) ?? ''
  const isDoubtful = judged.reason === 'right-after-sending'
  const seconds = isDoubtful ? DOUBT_SECONDS : GATHER_SECONDS
  const look = { transferId, recipientId, device, reason: judged.reason, ip, userAgent, isDoubtful }
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await holdLook(tx, look, { looks: isDoubtful ? 1 : 0, seconds }))) return
    const when = { delaySeconds: seconds, keepsTime: true }
    await addJob(tx, 'close-looks', { recipientId, device }, { key: `close-looks/${recipientId}/${device}`, ...when })
    if (!isDoubtful) await recordEvent(tx, ctx, { ...eventContext, kind: 'looked' })
  })
}

/** Makes one entry of the looks that were held. In haste, and then a person on the same device: they were that person's. */
export async function closeLooks(
  ctx: Pick<Context, 'db' | 'geo' | 'signer'>,
  held: { recipientId: string; device: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const taken = await takeHeldLooks(tx, held)
    if (taken === undefined || taken.looks === 0 || taken.isPersons) return
    const { transferId, recipientId, ip, userAgent, looks, isDoubtful, firstAt } = taken
    const judged = { actorKind: 'bot', reason: taken.reason } as JudgedActor
    const times = looks > 1 ? `times ${looks}` : null
    const detail = isDoubtful ? times : `more ${looks}`
    await recordEvent(tx, ctx, { transferId, recipientId, judged, ip, userAgent, kind: 'looked', detail, at: firstAt })
  })
}
