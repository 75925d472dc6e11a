import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, slug, text } from '../core/fields.ts'
import { eventKinds } from '../notifications/endpoints.ts'

/** Where an account receives its events. The guide for receivers is docs/webhooks.md. */
export const webhook = z.object({
  _id: id,
  url: z.string(),
  kinds: z.array(z.enum(eventKinds)),
  createdAt: instant,
  pausedAt: instant.nullable(),
  /** 'owner': the owner turned it off; 'gone': its receiver answered 410; 'failing': it accepted nothing for a day. */
  pausedBecause: z.enum(['owner', 'gone', 'failing']).nullable(),
  /** Until when the old secret also signs; null where there is none. */
  formerSecretUntil: instant.nullable(),
  lastTakenAt: instant.nullable(),
})
export type Webhook = z.infer<typeof webhook>

/** Why a delivery failed: the receiver's status says so, or one of these. */
const deliveryFailures = [
  'refused',
  'no-address',
  'connection',
  'tls',
  'timeout',
  'paused',
  'too-many',
  'unsigned',
] as const

export const webhookDelivery = z.object({
  _id: id,
  kind: z.enum([...eventKinds, 'test']),
  /** Of the transfer, or of the request. */
  slug: slug.nullable(),
  createdAt: instant,
  state: z.enum(['waiting', 'taken', 'failed']),
  /** The number of tries so far. */
  attempts: z.int(),
  /** Of the last try, as are `status`, `failure` and `ms`; null before the first. */
  triedAt: instant.nullable(),
  status: z.int().nullable(),
  failure: z.enum(deliveryFailures).nullable(),
  ms: z.int().nullable(),
  /** Null where there is no next try. */
  nextAt: instant.nullable(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

const url = text(2_000)
const kinds = z.array(z.enum(eventKinds)).min(1).max(eventKinds.length)
const params = z.strictObject({ webhook: id })

export const listWebhooks = endpoint('listWebhooks', {
  summary: 'Webhooks of the account',
  auth: 'session',
  /** `limit`: the most webhooks that an account may have. */
  reply: z.object({ webhooks: z.array(webhook), limit: z.int() }),
  problems: ['unauthenticated'],
})

/** Returns the secret, only this once. */
export const addWebhook = endpoint('addWebhook', {
  summary: 'Add a webhook',
  auth: 'session',
  body: z.strictObject({ url, kinds }),
  reply: z.object({ webhook, secret: z.string() }),
  status: 201,
  problems: [
    'unauthenticated',
    'webhook-url-refused',
    'too-many-webhooks',
    'too-many-requests',
    'idempotency-mismatch',
    'still-working',
  ],
})

export const editWebhook = endpoint('editWebhook', {
  summary: 'Change, pause or resume a webhook',
  auth: 'session',
  params,
  body: z.strictObject({ url: url.optional(), kinds: kinds.optional(), isPaused: z.boolean().optional() }),
  reply: z.object({ webhook }),
  problems: ['unauthenticated', 'webhook-not-found', 'webhook-url-refused'],
})

export const deleteWebhook = endpoint('deleteWebhook', {
  summary: 'Delete a webhook and its log',
  auth: 'session',
  params,
  status: 204,
  problems: ['unauthenticated', 'webhook-not-found'],
})

/** The old secret also signs for a day. */
export const rotateWebhookSecret = endpoint('rotateWebhookSecret', {
  summary: 'A new secret for a webhook',
  auth: 'session',
  params,
  reply: z.object({ webhook, secret: z.string() }),
  problems: ['unauthenticated', 'webhook-not-found', 'too-many-requests', 'idempotency-mismatch', 'still-working'],
})

export const testWebhook = endpoint('testWebhook', {
  summary: 'Send a test to a webhook',
  auth: 'session',
  params,
  reply: z.object({ delivery: webhookDelivery }),
  status: 201,
  problems: [
    'unauthenticated',
    'webhook-not-found',
    'webhook-paused',
    'account-suspended',
    'too-many-requests',
    'idempotency-mismatch',
    'still-working',
  ],
})

/** The deliveries of the last 30 days, the newest first; `next` is the `before` of the next page. */
export const listWebhookDeliveries = endpoint('listWebhookDeliveries', {
  summary: 'What was sent to a webhook',
  auth: 'session',
  params,
  query: z.strictObject({ before: id.optional(), take: z.coerce.number().int().min(1).max(100).default(20) }),
  reply: z.object({ deliveries: z.array(webhookDelivery), next: id.nullable() }),
  problems: ['unauthenticated', 'webhook-not-found', 'invalid-input'],
})

/** The same delivery under the same id; a waiting one is tried at once. */
export const resendWebhookDelivery = endpoint('resendWebhookDelivery', {
  summary: 'Send a delivery again',
  auth: 'session',
  params: z.strictObject({ webhook: id, delivery: id }),
  reply: z.object({ delivery: webhookDelivery }),
  problems: [
    'unauthenticated',
    'webhook-not-found',
    'delivery-not-found',
    'webhook-paused',
    'account-suspended',
    'too-many-requests',
  ],
})
