import type { Webhook, WebhookDelivery } from '@waybill/contract/webhooks/endpoints'
import type { DeliveryRow } from './delivery-store.ts'
import type { WebhookRow } from './webhook-store.ts'

export const presentWebhook = (row: WebhookRow): Webhook => ({
  _id: row.id,
  url: row.url,
  kinds: row.kinds as Webhook['kinds'],
  createdAt: row.created_at.toISOString(),
  pausedAt: row.paused_at?.toISOString() ?? null,
  pausedBecause: row.paused_because,
  formerSecretUntil: row.former_until?.toISOString() ?? null,
  lastTakenAt: row.taken_at?.toISOString() ?? null,
})

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  _id: row.id,
  kind: row.kind as WebhookDelivery['kind'],
  slug: row.slug,
  createdAt: row.created_at.toISOString(),
  state: row.state,
  attempts: row.attempts,
  triedAt: row.tried_at?.toISOString() ?? null,
  status: row.status,
  failure: row.failure as WebhookDelivery['failure'],
  ms: row.ms,
  nextAt: row.state === 'waiting' ? row.next_at.toISOString() : null,
})
