import { Problem } from '@waybill/contract/core/problems'
import type { Webhook } from '@waybill/contract/webhooks/endpoints'
import type { Context } from '../context.ts'
import { lockAccount } from '../identity/accounts/index.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { newId } from '../platform/ids.ts'
import { presentWebhook } from './present-webhook.ts'
import { newWebhookSecret, sealSecret } from './webhook-secret.ts'
import { insertWebhook } from './webhook-store.ts'
import { webhookUrl } from './webhook-url.ts'

/** Per account, whatever its plan. */
export const MAX_WEBHOOKS = 5
const addedPerAccount: Budget = { name: 'webhooks-added', points: 30, seconds: 86_400 }

/**
 * Adds a webhook, with a secret that is only shown this once.
 *
 * @throws Problem 'webhook-url-refused'; 'too-many-webhooks' {limit}; 'too-many-requests'
 */
export async function addWebhook(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config' | 'limits'>,
  accountId: string,
  { url, kinds }: { url: string; kinds: readonly string[] },
): Promise<{ webhook: Webhook; secret: string }> {
  const href = webhookUrl(ctx.config, url)
  await ctx.limits.spend(addedPerAccount, accountId)
  const [id, secret] = [newId(), newWebhookSecret()]
  const made = { id, accountId, url: href, kinds: [...new Set(kinds)], secret: sealSecret(ctx.masterKey, id, secret) }
  const row = await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, accountId))) throw new Problem('unauthenticated')
    return insertWebhook(tx, made, MAX_WEBHOOKS)
  })
  if (row === null) throw new Problem('too-many-webhooks', { limit: MAX_WEBHOOKS })
  return { webhook: presentWebhook(row), secret }
}
