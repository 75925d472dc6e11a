import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { addJob } from '../jobs/add-job.ts'
import { isServed } from './served-transfer-store.ts'

/**
 * Queues the mails that were due while a transfer was blocked or its account suspended: they were not written then. To be
 * called in the transaction that lifts either, after it is lifted. A transfer that has expired meanwhile is not mailed.
 */
export async function mailHeldBack(
  tx: Kysely<Database>,
  of: { accountId: string } | { transferId: string },
): Promise<void> {
  const [column, value] =
    'accountId' in of ? (['t.account_id', of.accountId] as const) : (['t.id', of.transferId] as const)
  const { rows } = await sql<{ id: string }>`
    select t.id from transfers t
    where ${sql.ref(column)} = ${value} and ${isServed('t')}
      and (t.expires_at is null or t.expires_at > now())
      and exists (
        select from recipients r
        left join lateral (
          select max(m.created_at) as at from mails m
          where m.recipient_id = r.id and m.template in ('files-arrived', 'files-arrived-again')
        ) mailed on true
        where r.transfer_id = t.id and r.address is not null and r.removed_at is null
          and case when mailed.at is null then t.send_as = 'email' or r.told_again_at is not null
            else r.told_again_at >= mailed.at end
      )`.execute(tx)
  for (const { id } of rows) await addJob(tx, 'tell-recipients', { transferId: id })
}
