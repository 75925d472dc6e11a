import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What an account takes along of its requests, a page at a time. Tokens and passwords stay here; what opens sealed files goes along. */
type Db = Kysely<Database>

const ROWS_PER_PAGE = 100

/** The account's standing requests with what they want and whom they ask. */
export async function* eachOwnRequest(db: Db, accountId: string): AsyncGenerator<unknown> {
  for (let after = ''; ; ) {
    const { rows }: { rows: Array<{ id: string }> } = await sql<{ id: string }>`
      select r.id, r.slug, r.title, r.message, r.language, r.identity, r.supplier_noun as "supplierNoun", r.is_open_link as "isOpenLink", r.deadline,
        r.deadline_zone as "deadlineZone", r.deadline_rule as "deadlineRule", r.created_at as "createdAt",
        r.expires_at as "expiresAt", r.paused_at as "pausedAt", r.closed_at as "closedAt",
        r.password_hash is not null as "hasPassword", r.folder, r.sealing, (
          select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'hint', s.hint,
            'isRequired', s.is_required, 'types', s.types, 'maxFiles', s.max_files, 'maxBytes', s.max_bytes,
            'pattern', s.pattern, 'removedAt', s.removed_at) order by s.position), '[]')
          from request_items s where s.request_id = r.id
        ) as items, (
          select coalesce(json_agg(json_build_object('id', p.id, 'kind', p.kind, 'email', p.address, 'name', p.name,
            'company', p.company, 'timeZone', p.time_zone, 'addedAt', p.created_at, 'removedAt', p.removed_at,
            'dueAt', p.due_at, 'remindedAt', p.reminded_at, 'completedAt', p.completed_at) order by p.created_at, p.id), '[]')
          from request_suppliers p where p.request_id = r.id
        ) as suppliers
      from requests r where r.account_id = ${accountId} and r.deleted_at is null and r.id > ${after}
      order by r.id limit ${ROWS_PER_PAGE}`.execute(db)
    yield* rows
    if (rows.length < ROWS_PER_PAGE) return
    after = rows.at(-1)?.id ?? ''
  }
}
