import type { WebhookDelivery } from '@waybill/contract/webhooks/endpoints'
import type { Context } from '../context.ts'
import type { ActorAccount } from '../platform/http/actor.ts'
import { addTest } from './delivery-store.ts'
import { sendByHand } from './send-by-hand.ts'

/** Sends a delivery of kind 'test', which is retried like any other. @throws Problem as `sendByHand` */
export const testWebhook = (
  ctx: Pick<Context, 'db' | 'limits'>,
  account: ActorAccount,
  webhookId: string,
): Promise<{ delivery: WebhookDelivery }> => sendByHand(ctx, account, webhookId, (tx) => addTest(tx, webhookId))
