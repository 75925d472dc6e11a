import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What an archive of a request's submissions contains. */
type Db = Kysely<Database>

export interface ArchivedFile {
  id: string
  path: string
  supplier_id: string
  address: string | null
  name: string
  company: string
}

/** Submitted files that still exist, of all or of some suppliers, grouped by supplier. */
export async function listArrived(
  db: Db,
  requestId: string,
  suppliers: readonly string[] | null,
): Promise<ArchivedFile[]> {
  const { rows } = await sql<ArchivedFile>`
    select f.id, i.path, i.supplier_id, p.address, p.name, p.company
    from submission_files i join stored_files f on f.id = i.file_id join request_suppliers p on p.id = i.supplier_id
    where i.request_id = ${requestId} and i.sent_back_at is null and f.deleted_at is null and f.withdrawn_at is null
      and (${suppliers === null}::boolean or i.supplier_id = any(${[...(suppliers ?? [])]}::text[]))
    order by p.created_at, p.id, i.path`.execute(db)
  return rows
}
