import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { detachMailsTo } from '../platform/mail-transport/index.ts'
import { renameFiles } from '../uploads/index.ts'
import { deleteComments } from './comments/comment-store.ts'

/** The end of what deleted requests say about people. */
type Db = Kysely<Database>

/**
 * Locks some requests that were deleted `days` ago and are not erased; those with files of suppliers in the library once
 * in as many days. Others' locks are left.
 */
export async function claimToErase(tx: Db, days: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from requests
    where deleted_at is not null and erased_at is null
      and coalesce(erase_tried_at, deleted_at) < now() - make_interval(days => ${days})
    order by coalesce(erase_tried_at, deleted_at) limit ${limit} for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Clears the text of these requests, the answers to their questions, the comments, and their suppliers. A supplier whose
 * files are in the library stays named there, and with those files; the request then is not erased yet.
 */
export async function eraseRequestRows(tx: Db, ids: readonly string[]): Promise<void> {
  const these = sql`any(${[...ids]}::text[])`
  const { rows } = await sql<{ id: string }>`
    select p.id from request_suppliers p where p.request_id = ${these} and not exists (
      select from submission_files i join stored_files f on f.id = i.file_id
      where i.supplier_id = p.id and f.bytes_removed_at is null)`.execute(tx)
  const gone = rows.map(({ id }) => id)
  const { rows: files } = await sql<{ id: string }>`
    select file_id as id from submission_files where supplier_id = any(${gone}::text[])`.execute(tx)
  // Their paths in the library name the supplier.
  await renameFiles(
    tx,
    files.map(({ id }) => ({ id, path: id })),
  )
  const ofGone = sql`supplier_id = any(${gone}::text[])`
  await sql`
    update request_suppliers set address = null, name = '', company = '', time_zone = null, kind = 'claimed',
      device_id = null, next_reminder_at = null where id = any(${gone}::text[])`.execute(tx)
  await detachMailsTo(tx, gone)
  await sql`update request_progress set note = '' where ${ofGone}`.execute(tx)
  await sql`update submissions set note = '', country = null, city = null, device = null where ${ofGone}`.execute(tx)
  await sql`update submission_files set path = file_id, original_name = '' where ${ofGone}`.execute(tx)
  await sql`delete from submission_answers where request_id = ${these}`.execute(tx)
  await deleteComments(tx, ids)
  await sql`update submission_drafts set note = '', answers = '[]' where ${ofGone}`.execute(tx)
  await sql`
    update request_items set name = '', hint = '', pattern = '', section = '', options = '{}'
    where request_id = ${these}`.execute(tx)
  await sql`
    update requests set title = '', message = '', password_hash = null, erase_tried_at = now() where id = ${these}`.execute(
    tx,
  )
  await sql`
    update requests r set erased_at = now(), folder = '', sealing = null where id = ${these} and not exists (
      select from request_suppliers p where p.request_id = r.id and p.id <> all(${gone}::text[]))`.execute(tx)
}
