import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { listAsked } from '../ask-store.ts'
import { isServed } from '../served-transfer-store.ts'

/** A transfer, or all of an account. */
export type Meant = { accountId: string } | { transferId: string }

const isMeant = (of: Meant) =>
  'accountId' in of ? sql<boolean>`t.account_id = ${of.accountId}` : sql<boolean>`t.id = ${of.transferId}`

/** Those that are served of which somebody who asked for more time has had no answer. */
export async function listUnanswered(db: Kysely<Database>, of: Meant): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from transfers t where ${isMeant(of)} and ${isServed('t')}`.execute(db)
  return listAsked(
    db,
    rows.map(({ id }) => id),
  )
}

/**
 * Transfers that are served and have not expired, of which somebody has not had the mail that is due: the first one, or
 * one that was asked for since.
 */
export async function listUnmailed(db: Kysely<Database>, of: Meant): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from transfers t
    where ${isMeant(of)} and ${isServed('t')} and (t.expires_at is null or t.expires_at > now())
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
