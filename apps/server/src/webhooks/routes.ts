import * as endpoints from '@waybill/contract/webhooks/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { accountOf } from '../platform/http/actor.ts'
import { bind } from '../platform/http/bind.ts'
import { addWebhook } from './add-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { editWebhook } from './edit-webhook.ts'
import { listWebhookDeliveries } from './list-webhook-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { resendWebhookDelivery } from './resend-webhook-delivery.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { testWebhook } from './test-webhook.ts'

export function webhookRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.listWebhooks, ({ actor }) => listWebhooks(ctx, accountOf(actor).id))
  bind(app, endpoints.addWebhook, ({ actor, body }) => addWebhook(ctx, accountOf(actor).id, body))
  bind(app, endpoints.editWebhook, ({ actor, params, body }) =>
    editWebhook(ctx, accountOf(actor).id, params.webhook, body),
  )
  bind(app, endpoints.deleteWebhook, ({ actor, params }) => deleteWebhook(ctx, accountOf(actor).id, params.webhook))
  bind(app, endpoints.rotateWebhookSecret, ({ actor, params }) =>
    rotateWebhookSecret(ctx, accountOf(actor).id, params.webhook),
  )
  bind(app, endpoints.testWebhook, ({ actor, params }) => testWebhook(ctx, accountOf(actor), params.webhook))
  bind(app, endpoints.listWebhookDeliveries, ({ actor, params, query }) =>
    listWebhookDeliveries(ctx, accountOf(actor).id, params.webhook, query),
  )
  bind(app, endpoints.resendWebhookDelivery, ({ actor, params }) =>
    resendWebhookDelivery(ctx, accountOf(actor), params.webhook, params.delivery),
  )
}
