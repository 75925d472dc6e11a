import type { Context } from '../context.ts'
import type { TaskHandlers } from '../platform/jobs/task-handlers.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'
import { forgetDeliveriesBefore } from './delivery-store.ts'
import { tellWebhooks } from './tell-webhooks.ts'

const KEPT_DAYS = 30

export const webhookTasks = (ctx: Context): TaskHandlers => ({
  'tell-webhooks': (payload) => tellWebhooks(ctx, payload),
  'deliver-webhooks': ({ webhookId }) => deliverWebhooks(ctx, webhookId),
  'forget-deliveries': () => forgetDeliveriesBefore(ctx.db, KEPT_DAYS),
})
