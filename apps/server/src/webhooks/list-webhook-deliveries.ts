import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { listWebhookDeliveries as endpoint } from '@waybill/contract/webhooks/endpoints'
import type { Context } from '../context.ts'
import { listLog } from './delivery-store.ts'
import { presentDelivery } from './present-webhook.ts'
import { findOwn } from './webhook-store.ts'

/** Recent deliveries to a webhook, newest first. Problem 'webhook-not-found'. */
export async function listWebhookDeliveries(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  webhookId: string,
  { before, take }: { before?: string | undefined; take: number },
): Promise<ReplyOf<typeof endpoint>> {
  if ((await findOwn(db, accountId, webhookId)) === null) throw new Problem('webhook-not-found')
  const rows = await listLog(db, webhookId, { before: before ?? null, take: take + 1 })
  const shown = rows.slice(0, take)
  return { deliveries: shown.map(presentDelivery), next: rows.length > take ? (shown.at(-1)?.id ?? null) : null }
}
