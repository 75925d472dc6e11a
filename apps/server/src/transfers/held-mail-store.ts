import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { isServed } from './served-transfer-store.ts'

/**
 * Transfers that are served and have not expired, of which somebody has not had the mail that is due: the first one, or
 * one that was asked for since.
 */
export async function listUnmailed(
  db: Kysely<Database>,
  of: { accountId: string } | { transferId: string },
): Promise<string[]> {
  const isMeant = 'accountId' in of ? sql`t.account_id = ${of.accountId}` : sql`t.id = ${of.transferId}`
  const { rows } = await sql<{ id: string }>`
    select t.id from transfers t
    where ${isMeant} and ${isServed('t')} and (t.expires_at is null or t.expires_at > now())
      and exists (
        select from recipients r
        left join lateral (
          select max(m.created_at) as at from mails m
          where m.recipient_id = r.id and m.template in ('files-arrived', 'files-arrived-again')
        ) mailed on true
        where r.transfer_id = t.id and r.address is not null and r.removed_at is null
          and case when mailed.at is null then t.send_as = 'email' or r.told_again_at is not null
            else r.told_again_at >= mailed.at end
      )`.execute(db)
  return rows.map(({ id }) => id)
}
