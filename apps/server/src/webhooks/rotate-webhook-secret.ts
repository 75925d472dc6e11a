import { Problem } from '@waybill/contract/core/problems'
import type { Webhook } from '@waybill/contract/webhooks/endpoints'
import type { Context } from '../context.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { presentWebhook } from './present-webhook.ts'
import { newWebhookSecret, sealSecret } from './webhook-secret.ts'
import { replaceSecret } from './webhook-store.ts'

const rotations: Budget = { name: 'webhook-rotations', points: 30, seconds: 86_400 }

/**
 * A new secret, only shown this once; the previous one also signs for a day, so that receivers can change without a
 * gap.
 *
 * @throws Problem 'webhook-not-found', 'too-many-requests'
 */
export async function rotateWebhookSecret(
  { db, masterKey, limits }: Pick<Context, 'db' | 'masterKey' | 'limits'>,
  accountId: string,
  id: string,
): Promise<{ webhook: Webhook; secret: string }> {
  await limits.spend(rotations, accountId)
  const secret = newWebhookSecret()
  const row = await replaceSecret(db, accountId, id, sealSecret(masterKey, id, secret))
  if (row === null) throw new Problem('webhook-not-found')
  return { webhook: presentWebhook(row), secret }
}
