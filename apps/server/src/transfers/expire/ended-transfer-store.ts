import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { isPastGrace } from '../../uploads/index.ts'

/** Transfers that have ended, and files that ended with them because no account keeps them. */
type Db = Kysely<Database>

/** How long after its expiry an anonymous sender's bytes are kept, in days. */
const KEPT_DAYS = 7

const isOverdue = sql<boolean>`transfers.expires_at <= now() - make_interval(days => ${KEPT_DAYS})`

/** Ends anonymous transfers whose bytes are due; from then on they are unknown. */
export async function endOverdueTransfers(db: Db): Promise<void> {
  await sql`
    update transfers set deleted_at = now()
    where account_id is null and deleted_at is null and bytes_removed_at is null and ${isOverdue}`.execute(db)
}

/**
 * Deletes the files that anonymous senders sent with transfers that have ended: nobody keeps them in a library, and
 * whoever was sent them and sent them on keeps no more of them than the link. Overdue ones were withheld long enough
 * for their bytes to go at once, unless somebody may be fetching them by such a link. Answers which.
 */
export async function deleteEndedFiles(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update files f
    set deleted_at = ended.at, withdrawn_at = coalesce(f.withdrawn_at, now()),
      withdrawn_because = coalesce(f.withdrawn_because, 'deleted')
    from (
      select own.id, case when ${isOverdue} and not exists (
        select 1 from transfer_files tf join transfers other on other.id = tf.transfer_id
        where tf.file_id = own.id and other.deleted_at is null
      ) then transfers.expires_at else transfers.deleted_at end as at
      from transfers join uploads on uploads.id = transfers.upload_id join files own on own.upload_id = uploads.id
      where transfers.deleted_at is not null and transfers.bytes_removed_at is null and uploads.account_id is null
    ) ended
    where f.id = ended.id and f.deleted_at is null returning f.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Notes of ended transfers that nothing of them is left to remove: what an account still has is in its library. */
export async function settleEndedTransfers(db: Db): Promise<void> {
  await sql`
    update transfers set bytes_removed_at = now()
    from uploads u
    where u.id = transfers.upload_id and transfers.bytes_removed_at is null
      and (${isPastGrace(sql.ref('transfers.deleted_at'))}
        or (transfers.deleted_at is not null and u.account_id is null and ${isOverdue}))
      and (u.account_id is not null or not exists (
        select 1 from files f where f.upload_id = u.id and f.bytes_removed_at is null
      ))`.execute(db)
}
