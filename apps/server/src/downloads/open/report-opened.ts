import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { ensureDevice } from '../../identity/accounts/index.ts'
import { type BotReason, type JudgedActor, recordVisit } from '../../tracking/ledger/index.ts'
import { findActive, type Link, type LinkNeeds } from './find-linked.ts'
import { asDevice, isOpenLink } from './link-device.ts'
import { requireOpen } from './open-link.ts'
import { recordOpened } from './record-opened.ts'
import { type Visit, visitOf } from './visit.ts'
import { readVisitPass } from './visit-pass.ts'

type Needs = LinkNeeds & Pick<Context, 'geo' | 'signer' | 'clock' | 'limits'>

interface Report extends Link {
  /** The value that came with the page. */
  visit?: string | undefined
  /** The page has seen a gesture, or was open for long. */
  stayed?: boolean | undefined
}

/**
 * The page was shown: scripts ran and it was visible. It counts as opened where neither the page's own view nor this
 * report looks like a bot's; a visitor who stays is not judged by speed.
 *
 * @throws Problem 'transfer-not-found', 'transfer-expired', 'transfer-paused', 'link-locked', 'too-many-requests',
 * 'proof-required'
 */
export async function reportOpened(
  ctx: Needs,
  { visit: pass = '', stayed = false, ...link }: Report,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<undefined> {
  const linked = await findActive(ctx, link, request)
  const found = await requireOpen(ctx, linked, request.actor)
  const view = readVisitPass(ctx, linked, pass)
  const visit = await visitOf(ctx, 'opened', found, request, stayed && view !== null)
  const eventContext = { ...visit, judged: togetherWith(visit.judged, view?.reason ?? null, stayed) }
  if (isBots(eventContext)) {
    // For a page that was read, the visit is already on record, or held.
    if (view === null) await recordVisit(ctx, eventContext)
    return
  }
  const told =
    eventContext.judged.actorKind === 'human' && isOpenLink(found)
      ? await byDevice(ctx, eventContext, request, reply)
      : eventContext
  await ctx.db.transaction().execute((tx) => recordOpened(tx, ctx, told, found))
}

/** The report gets the same judgement as the page's view. */
function togetherWith(judged: JudgedActor, reason: string | null, stayed: boolean): JudgedActor {
  const isForgiven = reason === 'right-after-sending' && stayed
  if (judged.actorKind !== 'human' || reason === null || isForgiven) return judged
  return { actorKind: 'bot', reason: reason as BotReason }
}

const isBots = (eventContext: Visit): eventContext is Visit & { judged: JudgedActor & { actorKind: 'bot' } } =>
  eventContext.judged.actorKind === 'bot'

async function byDevice(ctx: Needs, eventContext: Visit, request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
  return asDevice(ctx, eventContext, { ...request.actor, deviceId: await ensureDevice(ctx, request, reply) })
}
