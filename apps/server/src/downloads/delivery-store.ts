import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** What of each file a recipient has, ranges merged: the only count of downloads there is. */
type Db = Kysely<Database>

/** A half-open range of a file that arrived; an empty one of an empty file. */
export interface Stretch {
  fileId: string
  from: number
  to: number
}

/** Deliveries of one recipient are written one after the other: the last file is seen by whoever finishes it. */
export async function lockRecipient(tx: Db, recipientId: string): Promise<void> {
  await tx.selectFrom('recipients').select('id').where('id', '=', recipientId).forNoKeyUpdate().execute()
}

/** Notes that bytes of these files went out just now. Returns those of which none did before. */
export async function beginDeliveries(tx: Db, recipientId: string, fileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ file_id: string; is_new: boolean }>`
    insert into deliveries as d (recipient_id, file_id)
    select ${recipientId}, given from unnest(${[...fileIds]}::text[]) as given
    on conflict (recipient_id, file_id) do update set changed_at = now() where d.finished_at is null
    returning file_id, xmax = 0 as is_new`.execute(tx)
  return rows.flatMap((row) => (row.is_new ? [row.file_id] : []))
}

/** Merges what arrived, of files that have begun. Returns the files that this made whole. */
export async function mergeDeliveries(tx: Db, recipientId: string, stretches: readonly Stretch[]): Promise<string[]> {
  const { rows } = await sql<{ file_id: string; is_finished: boolean }>`
    with given as (
      select file_id, range_agg(int8range(from_byte, to_byte)) as ranges
      from unnest(
        ${stretches.map(({ fileId }) => fileId)}::text[],
        ${stretches.map(({ from }) => from)}::int8[],
        ${stretches.map(({ to }) => to)}::int8[]
      ) as stretch (file_id, from_byte, to_byte)
      group by file_id
    ), merged as (
      select d.file_id, d.ranges + g.ranges as ranges, f.bytes
      from given g
      join deliveries d on d.file_id = g.file_id and d.recipient_id = ${recipientId}
      join files f on f.id = g.file_id
      where d.finished_at is null
    )
    update deliveries d
    set ranges = m.ranges, changed_at = now(),
      bytes = (select coalesce(sum(upper(r) - lower(r)), 0)::int8 from unnest(m.ranges) as r),
      finished_at = case when m.ranges @> int8range(0, m.bytes) then now() end
    from merged m
    where d.recipient_id = ${recipientId} and d.file_id = m.file_id
    returning d.file_id, d.finished_at is not null as is_finished`.execute(tx)
  return rows.flatMap((row) => (row.is_finished ? [row.file_id] : []))
}

/** Whether the recipient has each of these files whole. */
export async function hasFinished(tx: Db, recipientId: string, fileIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ finished: number }>`
    select count(*)::int as finished from deliveries
    where recipient_id = ${recipientId} and file_id = any(${[...fileIds]}::text[]) and finished_at is not null`.execute(
    tx,
  )
  return fileIds.length > 0 && rows[0]?.finished === fileIds.length
}

/**
 * Adds finished files to their transfer's count. False where its row is being written: whoever holds a recipient waits
 * for no transfer, so that those who hold a transfer may wait for recipients.
 */
export async function addToCount(tx: Db, transferId: string, files: number): Promise<boolean> {
  const { rows } = await sql`
    update transfers set download_count = download_count + ${files}
    where id = (select id from transfers where id = ${transferId} for no key update skip locked)
    returning id`.execute(tx)
  return rows.length > 0
}

/** Sets a transfer's count of finished files to what they are. */
export async function recount(tx: Db, transferId: string): Promise<void> {
  await tx.selectFrom('transfers').select('id').where('id', '=', transferId).forNoKeyUpdate().execute()
  await sql`
    update transfers set download_count = found.files from (
      select count(*)::int as files from deliveries d join recipients r on r.id = d.recipient_id
      where r.transfer_id = ${transferId} and d.finished_at is not null
    ) found where id = ${transferId} and download_count <> found.files`.execute(tx)
}

/** Whether the recipient has every file of the transfer that has bytes and is not withdrawn. */
export async function hasEveryFile(tx: Db, recipientId: string): Promise<boolean> {
  const { rows } = await sql<{ has_all: boolean }>`
    select not exists (
      select 1 from recipients r
      join transfer_files tf on tf.transfer_id = r.transfer_id and tf.removed_at is null
      join files f on f.id = tf.file_id and f.withdrawn_at is null and f.bytes > 0
      left join deliveries d on d.recipient_id = r.id and d.file_id = f.id
      where r.id = ${recipientId} and d.finished_at is null
    ) as has_all`.execute(tx)
  return rows[0]?.has_all ?? false
}

/** Recipients of a transfer who finished one of the files that it has now and that stand, and are not known to have all. */
export async function listWaiting(db: Db, transferId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from recipients r
    where r.transfer_id = ${transferId} and r.finished_at is null and r.removed_at is null and exists (
      select 1 from deliveries d join transfer_files tf on tf.file_id = d.file_id and tf.transfer_id = r.transfer_id
      join files f on f.id = d.file_id
      where d.recipient_id = r.id and d.finished_at is not null and tf.removed_at is null and f.withdrawn_at is null
    )`.execute(db)
  return rows.map(({ id }) => id)
}

/** The first time stays; whether this was it. */
export async function markOpened(tx: Db, recipientId: string): Promise<boolean> {
  const row = await tx
    .updateTable('recipients')
    .set({ opened_at: sql<Date>`now()` })
    .where('id', '=', recipientId)
    .where('opened_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** As of the last of the files that stand, also where it is noticed later: the others were taken out. The first time stays. */
export async function markFinished(tx: Db, recipientId: string): Promise<void> {
  await tx
    .updateTable('recipients')
    .set({
      finished_at: sql<Date>`coalesce(finished_at, (
        select max(d.finished_at) from deliveries d
        join transfer_files tf on tf.file_id = d.file_id and tf.transfer_id = recipients.transfer_id and tf.removed_at is null
        where d.recipient_id = recipients.id
      ), now())`,
    })
    .where('id', '=', recipientId)
    .execute()
}
