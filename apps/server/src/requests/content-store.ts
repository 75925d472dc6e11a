import type { TemplateContent } from '@waybill/contract/requests/shapes'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, RequestItemsTable } from '../platform/database/schema.ts'
import { workspaceOf } from '../platform/database/workspace-of.ts'
import { newId } from '../platform/ids.ts'
import type { JudgedItem } from './create/request-content.ts'

/** What requests ask for: their items, where a removed one keeps its row for its files; and the templates of accounts. */
type Db = Kysely<Database>

export interface ItemRow extends Selectable<RequestItemsTable> {
  example_path: string | null
  example_bytes: number | null
}

/** In order; omits an example whose file was deleted. */
export async function listItems(db: Db, requestId: string): Promise<ItemRow[]> {
  return db
    .selectFrom('request_items')
    .leftJoin('stored_files as files', (join) =>
      join
        .onRef('files.id', '=', 'request_items.example_file_id')
        .on('files.deleted_at', 'is', null)
        .on('files.withdrawn_at', 'is', null),
    )
    .selectAll('request_items')
    .select(['files.path as example_path', 'files.bytes as example_bytes'])
    .where('request_items.request_id', '=', requestId)
    .where('request_items.removed_at', 'is', null)
    .orderBy('request_items.position')
    .execute()
}

export async function insertItems(tx: Db, requestId: string, items: readonly JudgedItem[]): Promise<void> {
  if (items.length === 0) return
  await tx
    .insertInto('request_items')
    .values(items.map((item) => ({ ...item, id: newId(), request_id: requestId })))
    .execute()
}

/**
 * Replaces the request's items: changes known ones, creates new ones, removes the others. The caller locks the request.
 * Returns false and does nothing where an id is not the request's.
 */
export async function replaceItems(tx: Db, requestId: string, items: readonly JudgedItem[]): Promise<boolean> {
  const had = new Set((await listItems(tx, requestId)).map(({ id }) => id))
  const kept = items.flatMap(({ id }) => id ?? [])
  if (kept.some((id) => !had.has(id)) || new Set(kept).size < kept.length) return false
  await tx
    .updateTable('request_items')
    .set({ removed_at: sql<Date>`now()` })
    .where('request_id', '=', requestId)
    .where('removed_at', 'is', null)
    .where('id', '<>', sql<string>`all(${kept}::text[])`)
    .execute()
  for (const { id, ...item } of items) {
    if (id !== null) await tx.updateTable('request_items').set(item).where('id', '=', id).execute()
  }
  await insertItems(
    tx,
    requestId,
    items.filter(({ id }) => id === null),
  )
  return true
}

/** The given items of a request, even removed ones: uploads that have begun for them may finish. */
export async function listItemsNamed(db: Kysely<Database>, requestId: string, ids: readonly string[]) {
  return db
    .selectFrom('request_items')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::text[])`)
    .execute()
}

export interface TemplateRow {
  id: string
  name: string
  content: unknown
  saved_at: Date
}

export async function listTemplates(db: Db, accountId: string): Promise<TemplateRow[]> {
  return db
    .selectFrom('request_templates')
    .select(['id', 'name', 'content', 'saved_at'])
    .where('account_id', '=', accountId)
    .orderBy('name')
    .execute()
}

/** Null where the account already has `limit` of them. The caller locks the account's row. */
export async function putTemplate(
  tx: Db,
  accountId: string,
  { name, content, limit }: { name: string; content: TemplateContent; limit: number },
): Promise<TemplateRow | null> {
  const { rows } = await sql<TemplateRow>`
    insert into request_templates as t (id, account_id, workspace_id, name, content)
    select ${newId()}, ${accountId}, ${workspaceOf(accountId)}, ${name}, ${JSON.stringify(content)}::jsonb
    where (select count(*) from request_templates where account_id = ${accountId} and name <> ${name}) < ${limit}::int
    on conflict (account_id, name) do update set content = excluded.content, saved_at = now()
    returning id, name, content, saved_at`.execute(tx)
  return rows[0] ?? null
}

export async function removeTemplate(db: Db, accountId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('request_templates')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
