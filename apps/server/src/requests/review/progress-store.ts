import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** How far suppliers are. Kept as things come; called with the request held. */
type Db = Kysely<Database>

/**
 * Says anew who has sent everything: of these suppliers, or of all. Complete is who sent something, and to every
 * required item something that was not sent back. Whoever is complete is not reminded. Returns those who are not
 * complete.
 */
export async function settleSuppliers(
  tx: Db,
  requestId: string,
  supplierIds: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with before as (
      select p.id, p.completed_at is not null as was, p.removed_at is null as counts, greatest(
        (select count(*) from request_items s left join request_progress g on g.item_id = s.id and g.supplier_id = p.id
          where s.request_id = p.request_id and s.is_required and s.removed_at is null
            and (g.state is null or g.state = 'sent-back'))::int,
        case when exists (select from request_progress g where g.supplier_id = p.id and g.state <> 'sent-back')
          then 0 else 1 end) as missing
      from request_suppliers p
      where p.request_id = ${requestId}
        and (${supplierIds === null}::boolean or p.id = any(${[...(supplierIds ?? [])]}::text[]))
    ), after as (
      update request_suppliers p set missing_count = before.missing,
        completed_at = case when before.missing = 0 then coalesce(p.completed_at, now()) end,
        next_reminder_at = case when before.missing > 0 then p.next_reminder_at end
      from before where before.id = p.id
      returning p.id, before.was, before.counts, p.completed_at is not null as is_done
    ), completed as (
      update requests set complete_count = complete_count
        + (select count(*) filter (where is_done and not was) - count(*) filter (where was and not is_done)
          from after where counts)::int
      where id = ${requestId}
    )
    select id from after where not is_done and counts`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whether everybody who is asked by mail has sent everything; false where nobody is. Called with the request held. */
export async function areAllComplete(tx: Db, requestId: string): Promise<boolean> {
  const { rows } = await sql<{ are: boolean | null }>`
    select bool_and(completed_at is not null) as are from request_suppliers
    where request_id = ${requestId} and kind = 'invited' and removed_at is null`.execute(tx)
  return rows[0]?.are ?? false
}

/**
 * Adds files to what somebody sent to an item; false where the item would have more than it takes, or was accepted.
 */
export async function addToItem(
  tx: Db,
  {
    supplierId,
    itemId,
    files,
    bytes,
    maxFiles,
  }: { supplierId: string; itemId: string; files: number; bytes: number; maxFiles: number | null },
): Promise<boolean> {
  const most = maxFiles ?? 2_147_483_647
  const { rows } = await sql`
    insert into request_progress as g (supplier_id, item_id, file_count, bytes, state)
    select ${supplierId}, ${itemId}, ${files}::int, ${bytes}::bigint, 'arrived' where ${files}::int <= ${most}::int
    on conflict (supplier_id, item_id) do update
    set file_count = g.file_count + excluded.file_count, bytes = g.bytes + excluded.bytes, state = 'arrived',
      note = '', changed_at = now()
    where g.state <> 'accepted' and g.file_count + excluded.file_count <= ${most}::int
    returning supplier_id`.execute(tx)
  return rows.length > 0
}

/** Counts a submission for its supplier and its request. */
export async function countSubmission(
  tx: Db,
  { requestId, supplierId, files, bytes }: { requestId: string; supplierId: string; files: number; bytes: number },
): Promise<void> {
  await sql`update request_suppliers set file_count = file_count + ${files}::int, bytes = bytes + ${bytes}::bigint,
    last_answer_at = now() where id = ${supplierId}`.execute(tx)
  await sql`update requests set submission_count = submission_count + 1, file_count = file_count + ${files}::int,
    bytes = bytes + ${bytes}::bigint, last_answer_at = now() where id = ${requestId}`.execute(tx)
}

/** What somebody has sent so far, by item. */
export async function listProgress(db: Db, supplierId: string) {
  return db.selectFrom('request_progress').selectAll().where('supplier_id', '=', supplierId).execute()
}

/** Takes what came to an item as it is; false where nothing did, or it was sent back. */
export async function acceptItem(tx: Db, supplierId: string, itemId: string): Promise<boolean> {
  const { rows } = await sql`
    update request_progress set state = 'accepted', note = '', changed_at = now()
    where supplier_id = ${supplierId} and item_id = ${itemId} and state <> 'sent-back' returning supplier_id`.execute(
    tx,
  )
  return rows.length > 0
}

/** Opens an item again; null where nothing is there, else whether it was not open already with this note. */
export async function sendItemBack(tx: Db, supplierId: string, itemId: string, note: string): Promise<boolean | null> {
  const { rows } = await sql<{ is_new: boolean }>`
    with before as (
      select state, note from request_progress where supplier_id = ${supplierId} and item_id = ${itemId} for update
    )
    update request_progress g set state = 'sent-back', note = ${note}, file_count = 0, bytes = 0, changed_at = now()
    from before where g.supplier_id = ${supplierId} and g.item_id = ${itemId}
    returning before.state <> 'sent-back' or before.note <> ${note} as is_new`.execute(tx)
  return rows[0]?.is_new ?? null
}
