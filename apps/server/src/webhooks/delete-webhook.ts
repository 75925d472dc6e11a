import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import { removeOwn } from './webhook-store.ts'

/** Deletes a webhook with its log; waiting deliveries are not sent. Problem 'webhook-not-found'. */
export async function deleteWebhook({ db }: Pick<Context, 'db'>, accountId: string, id: string): Promise<undefined> {
  if (!(await removeOwn(db, accountId, id))) throw new Problem('webhook-not-found')
  return undefined
}
