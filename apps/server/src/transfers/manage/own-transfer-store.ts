import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Transfers as their account may change them. */
type Db = Kysely<Database>

/** How long a deletion of transfers may be undone, in seconds. */
export const UNDO_SECONDS = 60

/** 'deleted' within the last minute, or 'gone' for longer. */
export interface OwnTransfer {
  id: string
  slug: string
  state: 'standing' | 'deleted' | 'gone'
}

/** Of these the account's own; a deleted one as long as it keeps its record. */
export async function listOwnTransfers(db: Db, accountId: string, ids: readonly string[]): Promise<OwnTransfer[]> {
  const { rows } = await sql<OwnTransfer>`
    select id, slug, case when deleted_at is null then 'standing'
      when deleted_at > now() - make_interval(secs => ${UNDO_SECONDS}) and bytes_removed_at is null then 'deleted'
      else 'gone' end as state
    from transfers where id = any(${[...ids]}::text[]) and account_id = ${accountId} and record_erased_at is null order by id`.execute(
    db,
  )
  return rows
}

/**
 * Holds the recipients of the account's transfers. A delivery holds its recipient before it writes the transfer's row:
 * whoever writes both takes them in that order. Who takes a turn of an open link holds the link before its device.
 */
export async function lockRecipientsOf(tx: Db, accountId: string, transferIds: readonly string[]): Promise<void> {
  await sql`
    select from recipients r join transfers t on t.id = r.transfer_id
    where t.id = any(${[...transferIds]}::text[]) and t.account_id = ${accountId}
    order by r.link_id is not null, r.id for no key update of r`.execute(tx)
}

/** Ends transfers, or lets them stand again. */
export async function setTransfersDeleted(tx: Db, ids: readonly string[], isDeleted: boolean): Promise<void> {
  await tx
    .updateTable('transfers')
    .set({ deleted_at: isDeleted ? sql<Date>`now()` : null })
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()
}

/** Closes a transfer to everyone who has its link, or opens it again; false where no standing one has the slug. */
export async function setBlocked(
  db: Db,
  slug: string,
  isBlocked: boolean,
): Promise<{ id: string; accountId: string | null } | null> {
  const row = await db
    .updateTable('transfers')
    .set({ blocked_at: isBlocked ? sql<Date>`coalesce(blocked_at, now())` : null })
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .returning(['id', 'account_id as accountId'])
    .executeTakeFirst()
  return row ?? null
}
