import type { TemplateContent } from '@waybill/contract/requests/shapes'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { workspaceOf } from '../../platform/database/workspace-of.ts'
import { newId } from '../../platform/ids.ts'

/** Templates of accounts for their next requests. */
type Db = Kysely<Database>

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
