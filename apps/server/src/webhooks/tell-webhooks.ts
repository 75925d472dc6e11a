import type { Context } from '../context.ts'
import { lockAccount } from '../identity/accounts/index.ts'
import { type NoticeSource, readNotices } from '../notifications/index.ts'
import { readArrived } from '../requests/index.ts'
import { scheduleDeliveries } from './deliver-webhooks.ts'
import { addDeliveries } from './delivery-store.ts'
import { listListening } from './webhook-store.ts'

/** The most deliveries to one webhook within an hour; the log says that further ones were not sent. */
const MAX_PER_HOUR = 1_000

/** Queues an account's news for its webhooks; each once, however often it runs. */
export async function tellWebhooks({ db }: Pick<Context, 'db'>, source: NoticeSource): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const entries = 'submissionId' in source ? await readArrived(tx, source) : await readNotices(tx, source)
    const accountId = entries[0]?.account_id
    // An account that is being deleted has none any more.
    if (accountId === undefined || !(await lockAccount(tx, accountId))) return
    for (const { id, kinds } of await listListening(tx, accountId)) {
      const wanted = entries.filter(({ kind }) => kinds.includes(kind))
      if (wanted.length === 0) continue
      if ((await addDeliveries(tx, id, wanted, MAX_PER_HOUR)) > 0) await scheduleDeliveries(tx, id)
    }
  })
}
