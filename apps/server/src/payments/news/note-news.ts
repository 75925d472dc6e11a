import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import type { Payments } from '../../platform/payments/open-payments.ts'
import { sandboxNow } from '../../platform/payments/sandbox/sandbox-store.ts'
import { endCardLinks } from '../card-link/card-link-store.ts'
import { readNow } from '../payment-store.ts'
import { judgeNews, type Settled, secondsToNotice } from './judge-news.ts'
import { insertNews } from './news-store.ts'

/**
 * Notes what the workspace's owner is to be told, in the transaction that writes what was bought; a job of the same
 * transaction mails it. Has the workspace settled again when something is to be told that no event tells.
 */
export async function noteNews(
  tx: Kysely<Database>,
  workspaceId: string,
  payments: Pick<Payments, 'sandbox'> | null,
  written: Omit<Settled, 'now' | 'providerNow'>,
): Promise<void> {
  const now = await readNow(tx)
  const settled = { ...written, now, providerNow: payments?.sandbox == null ? now : await sandboxNow(tx) }
  await endCardLinks(tx, workspaceId, written.bought)
  if (await insertNews(tx, workspaceId, judgeNews(settled))) {
    await addJob(tx, 'tell-payment-news', { workspaceId }, { key: `tell-payment-news/${workspaceId}` })
  }
  const delaySeconds = secondsToNotice(settled)
  if (delaySeconds === null) return
  await addJob(tx, 'settle-payments', { workspaceId }, { key: `settle-notice/${workspaceId}`, delaySeconds })
}
