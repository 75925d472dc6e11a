import { Problem } from '@waybill/contract/core/problems'
import type { WebhookDelivery } from '@waybill/contract/webhooks/endpoints'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../platform/database/schema.ts'
import type { ActorAccount } from '../platform/http/actor.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { scheduleDeliveries } from './deliver-webhooks.ts'
import { findDelivery } from './delivery-store.ts'
import { presentDelivery } from './present-webhook.ts'
import { findOwn, holdWebhook } from './webhook-store.ts'

const sentByHand: Budget = { name: 'webhook-sends', points: 60, seconds: 600 }

/**
 * Sends a delivery to a webhook at its owner's request. `make` returns the delivery, null where there is none.
 *
 * @throws Problem 'account-suspended', 'webhook-not-found', 'webhook-paused', 'delivery-not-found', 'too-many-requests'
 */
export async function sendByHand(
  { db, limits }: Pick<Context, 'db' | 'limits'>,
  account: Pick<ActorAccount, 'id' | 'isSuspended'>,
  webhookId: string,
  make: (tx: Kysely<Database>) => Promise<string | null>,
): Promise<{ delivery: WebhookDelivery }> {
  if ((await findOwn(db, account.id, webhookId)) === null) throw new Problem('webhook-not-found')
  if (account.isSuspended) throw new Problem('account-suspended')
  await limits.spend(sentByHand, account.id)
  return db.transaction().execute(async (tx) => {
    const webhook = await holdWebhook(tx, webhookId)
    if (webhook === null) throw new Problem('webhook-not-found')
    if (webhook.isResting) throw new Problem('webhook-paused')
    const id = await make(tx)
    const row = id === null ? null : await findDelivery(tx, webhookId, id)
    if (row === null) throw new Problem('delivery-not-found')
    await scheduleDeliveries(tx, webhookId)
    return { delivery: presentDelivery(row) }
  })
}
