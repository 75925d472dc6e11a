import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../platform/database/schema.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import type { OutboundOutcome } from '../platform/outbound/index.ts'
import { deliveryBody } from './delivery-body.ts'
import {
  type ClaimedDelivery,
  claimDueDeliveries,
  dropWaiting,
  endSpent,
  noteTried,
  secondsToNext,
  type Tried,
} from './delivery-store.ts'
import { fewAtOnce } from './few-at-once.ts'
import { retryDelay } from './retry-delay.ts'
import { signDelivery } from './sign-delivery.ts'
import { tellPaused } from './tell-paused.ts'
import { openSecret } from './webhook-secret.ts'
import { type HeldWebhook, holdWebhook, noteTaken, type PauseReason, pauseWebhook } from './webhook-store.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config' | 'clock' | 'outbound'>

const GONE = 410
/** When this process is busy. */
const PUT_OFF_SECONDS = 3
/** However many receivers answer together: the other database connections are for requests. */
const settling = fewAtOnce(3)
/** The receiver does not cause a secret that cannot be opened, and no later attempt fixes it. */
const unsigned: Tried = { state: 'failed', status: null, failure: 'unsigned', ms: null, delaySeconds: 0 }

/** Makes a webhook's job run as soon as a delivery may be sent: there is always one while something waits. */
export async function scheduleDeliveries(tx: Kysely<Database>, webhookId: string): Promise<void> {
  const delaySeconds = await secondsToNext(tx, webhookId)
  if (delaySeconds === null) return
  await addJob(tx, 'deliver-webhooks', { webhookId }, { key: `deliver-webhooks/${webhookId}`, delaySeconds })
}

/**
 * Sends the due deliveries of one webhook. No job waits for its receiver: claimed deliveries are sent beside the jobs,
 * and again when the claiming process dies before their outcome is committed. Hence at least once.
 */
export async function deliverWebhooks(ctx: Needs, webhookId: string): Promise<void> {
  const room = ctx.outbound.room()
  const { webhook, due } = await ctx.db.transaction().execute(async (tx) => {
    const webhook = await holdWebhook(tx, webhookId)
    if (webhook?.isResting) await dropWaiting(tx, webhookId)
    if (webhook === null || webhook.isResting) return { webhook, due: [] }
    if (room === 0) {
      const options = { key: `deliver-webhooks/${webhookId}`, delaySeconds: PUT_OFF_SECONDS }
      await addJob(tx, 'deliver-webhooks', { webhookId }, options)
      return { webhook, due: [] }
    }
    await endSpent(tx, webhookId)
    const due = await claimDueDeliveries(tx, webhookId, room)
    await scheduleDeliveries(tx, webhookId)
    return { webhook, due }
  })
  for (const delivery of due) {
    if (webhook !== null) ctx.outbound.start(() => deliver(ctx, webhook, delivery))
  }
}

async function deliver(ctx: Needs, webhook: HeldWebhook, delivery: ClaimedDelivery): Promise<void> {
  let posting: ReturnType<typeof signedPosting>
  try {
    posting = signedPosting(ctx, webhook, delivery)
  } catch (error) {
    await settle(ctx, webhook, delivery, unsigned)
    throw error
  }
  await settle(ctx, webhook, delivery, judge(delivery, await ctx.outbound.post(webhook.url, posting)))
}

function signedPosting(ctx: Needs, webhook: HeldWebhook, delivery: ClaimedDelivery) {
  const body = deliveryBody(delivery)
  const sealed = [webhook.secret, webhook.formerSecret].filter((secret) => secret !== null)
  const secrets = sealed.map((secret) => openSecret(ctx.masterKey, webhook.id, secret))
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Waybill-Webhooks',
      'waybill-delivery': delivery.id,
      'waybill-event': delivery.kind,
      'waybill-signature': signDelivery(secrets, Math.floor(ctx.clock.nowMs() / 1_000), body),
    },
  }
}

async function settle(ctx: Needs, webhook: HeldWebhook, delivery: ClaimedDelivery, tried: Tried): Promise<void> {
  const settled = (tx: Kysely<Database>) => noteOutcome(tx, ctx, webhook, delivery, tried)
  await settling(() => ctx.db.transaction().execute(settled))
}

async function noteOutcome(
  tx: Kysely<Database>,
  ctx: Needs,
  webhook: HeldWebhook,
  delivery: ClaimedDelivery,
  tried: Tried,
): Promise<void> {
  if ((await holdWebhook(tx, webhook.id)) === null || !(await noteTried(tx, delivery, tried))) return
  if (tried.state === 'taken') await noteTaken(tx, webhook.id)
  const because = reasonToPause(tried)
  const takenSince = because === 'failing' ? delivery.began_at : null
  if (because !== null && (await pauseWebhook(tx, webhook.id, because, takenSince))) {
    await dropWaiting(tx, webhook.id)
    await tellPaused(tx, ctx, webhook, because)
  }
  await scheduleDeliveries(tx, webhook.id)
}

/** Only 2xx is a success; 410 means never to send again. */
function judge({ attempts }: ClaimedDelivery, { status, failure, ms }: OutboundOutcome): Tried {
  if (status !== null && status >= 200 && status < 300) {
    return { state: 'taken', status, failure: null, ms, delaySeconds: 0 }
  }
  const delaySeconds = status === GONE ? null : retryDelay(attempts, Math.random())
  const tried = { status, failure: failure ?? 'refused', ms }
  return delaySeconds === null
    ? { ...tried, state: 'failed', delaySeconds: 0 }
    : { ...tried, state: 'waiting', delaySeconds }
}

/** A failed delivery was tried for a day: where the receiver accepted nothing else meanwhile, nobody is listening. */
function reasonToPause({ state, status, failure }: Tried): PauseReason | null {
  if (status === GONE) return 'gone'
  return state === 'failed' && failure !== unsigned.failure ? 'failing' : null
}
