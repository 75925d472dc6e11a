import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { listWebhooks as endpoint } from '@waybill/contract/webhooks/endpoints'
import type { Context } from '../context.ts'
import { MAX_WEBHOOKS } from './add-webhook.ts'
import { presentWebhook } from './present-webhook.ts'
import { listOwn } from './webhook-store.ts'

/** The account's webhooks, oldest first. Secrets are not shown again. */
export async function listWebhooks({ db }: Pick<Context, 'db'>, accountId: string): Promise<ReplyOf<typeof endpoint>> {
  return { webhooks: (await listOwn(db, accountId)).map(presentWebhook), limit: MAX_WEBHOOKS }
}
