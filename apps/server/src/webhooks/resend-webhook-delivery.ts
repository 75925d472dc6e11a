import type { WebhookDelivery } from '@waybill/contract/webhooks/endpoints'
import type { Context } from '../context.ts'
import type { ActorAccount } from '../platform/http/actor.ts'
import { makeDue } from './delivery-store.ts'
import { sendByHand } from './send-by-hand.ts'

/** Resends a delivery under its id; a waiting one is tried at once. @throws Problem as `sendByHand` */
export const resendWebhookDelivery = (
  ctx: Pick<Context, 'db' | 'limits'>,
  account: ActorAccount,
  webhookId: string,
  deliveryId: string,
): Promise<{ delivery: WebhookDelivery }> =>
  sendByHand(ctx, account, webhookId, async (tx) => ((await makeDue(tx, webhookId, deliveryId)) ? deliveryId : null))
