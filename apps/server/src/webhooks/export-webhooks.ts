import type { Context } from '../context.ts'
import { listOwn } from './webhook-store.ts'

/** The account's webhooks for its export: never their secrets. */
export async function exportWebhooks(
  db: Context['db'],
  accountId: string,
): Promise<Array<{ url: string; kinds: string[]; createdAt: Date; pausedAt: Date | null }>> {
  const rows = await listOwn(db, accountId)
  return rows.map(({ url, kinds, created_at, paused_at }) => ({
    url,
    kinds,
    createdAt: created_at,
    pausedAt: paused_at,
  }))
}
