import type { Sealing } from '@waybill/contract/requests/shapes'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import type { SubmissionRow } from '../submissions/submission-store.ts'

/** What arrived, as the account reads it that asked. */
type Db = Kysely<Database>

export interface InboxRow extends SubmissionRow {
  arrived_us: number
  slug: string
  title: string
  kind: 'invited' | 'proven' | 'claimed'
  address: string | null
  name: string
  company: string
}

export interface InboxWish {
  request: string | null
  supplier: string | null
  submission: string | null
  after: { at: number; id: string } | null
  take: number
}

/** Newest first. */
export async function listInboxRows(db: Db, accountId: string, wish: InboxWish): Promise<InboxRow[]> {
  const only = [
    ...(wish.request === null ? [] : [sql`and b.request_id = ${wish.request}`]),
    ...(wish.supplier === null ? [] : [sql`and b.supplier_id = ${wish.supplier}`]),
    ...(wish.submission === null ? [] : [sql`and b.id = ${wish.submission}`]),
    ...(wish.after === null
      ? []
      : [
          sql`and (b.arrived_at, b.id) <
            ('epoch'::timestamptz + ${wish.after.at}::int8 * interval '1 microsecond', ${wish.after.id}::text)`,
        ]),
  ]
  const { rows } = await sql<InboxRow>`
    select b.*, (extract(epoch from b.arrived_at) * 1000000)::int8 as arrived_us, r.slug, r.title, p.kind, p.address,
      p.name, p.company
    from submissions b join requests r on r.id = b.request_id join request_suppliers p on p.id = b.supplier_id
    where b.account_id = ${accountId} ${sql.join(only, sql` `)}
    order by b.arrived_at desc, b.id desc limit ${wish.take}`.execute(db)
  return rows
}

export interface ArchivedFile {
  id: string
  path: string
  supplier_id: string
  address: string | null
  name: string
  company: string
}

/** What came to a request and still stands, of all or of some suppliers, each one's together. */
export async function listArrived(
  db: Db,
  accountId: string,
  requestId: string,
  suppliers: readonly string[] | null,
): Promise<ArchivedFile[]> {
  const { rows } = await sql<ArchivedFile>`
    select f.id, i.path, i.supplier_id, p.address, p.name, p.company
    from submission_files i join stored_files f on f.id = i.file_id join request_suppliers p on p.id = i.supplier_id
      join requests r on r.id = i.request_id and r.account_id = ${accountId}
    where i.request_id = ${requestId} and i.sent_back_at is null and f.deleted_at is null and f.withdrawn_at is null
      and (${suppliers === null}::boolean or i.supplier_id = any(${[...(suppliers ?? [])]}::text[]))
    order by p.created_at, p.id, i.path`.execute(db)
  return rows
}

/** Files that came sealed and are there, a page after `afterId`. */
export async function listSealed(
  db: Db,
  afterId: string,
  limit: number,
): Promise<Array<{ id: string; sealing: Sealing; plain_bytes: number }>> {
  const { rows } = await sql<{ id: string; sealing: Sealing; plain_bytes: number }>`
    select f.id, r.sealing, i.plain_bytes
    from submission_files i join stored_files f on f.id = i.file_id join requests r on r.id = i.request_id
    where i.plain_bytes is not null and r.sealing is not null and f.deleted_at is null and f.withdrawn_at is null
      and f.id > ${afterId}
    order by f.id limit ${limit}`.execute(db)
  return rows
}

/** How many of these suppliers the request has. */
export async function countSuppliers(db: Db, requestId: string, ids: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('request_suppliers')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('request_id', '=', requestId)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .executeTakeFirstOrThrow()
  return count
}
