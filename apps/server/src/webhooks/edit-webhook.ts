import { Problem } from '@waybill/contract/core/problems'
import type { Webhook } from '@waybill/contract/webhooks/endpoints'
import type { Context } from '../context.ts'
import { dropWaiting } from './delivery-store.ts'
import { presentWebhook } from './present-webhook.ts'
import { changeOwn, type WebhookChange } from './webhook-store.ts'
import { webhookUrl } from './webhook-url.ts'

/**
 * Changes a webhook's URL and events, pauses or resumes it. Pausing cancels waiting deliveries.
 *
 * @throws Problem 'webhook-url-refused', 'webhook-not-found'
 */
export async function editWebhook(
  ctx: Pick<Context, 'db' | 'config'>,
  accountId: string,
  id: string,
  change: WebhookChange,
): Promise<{ webhook: Webhook }> {
  const url = change.url === undefined ? undefined : webhookUrl(ctx.config, change.url)
  const kinds = change.kinds && [...new Set(change.kinds)]
  const row = await ctx.db.transaction().execute(async (tx) => {
    const changed = await changeOwn(tx, accountId, id, { ...change, url, kinds })
    if (changed !== null && change.isPaused) await dropWaiting(tx, id)
    return changed
  })
  if (row === null) throw new Problem('webhook-not-found')
  return { webhook: presentWebhook(row) }
}
