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

/** Of a request: all that it got, or only what some suppliers sent, or some submissions contain. */
export interface ArchiveChoice {
  suppliers: readonly string[] | null
  submissions: readonly string[] | null
}

const isChosen = ({ suppliers, submissions }: ArchiveChoice) => sql`
  (${suppliers === null}::boolean or i.supplier_id = any(${[...(suppliers ?? [])]}::text[]))
  and (${submissions === null}::boolean or i.submission_id = any(${[...(submissions ?? [])]}::text[]))`

/** Submitted files that still exist and were not sent back, grouped by supplier. */
export async function listArrived(db: Db, requestId: string, choice: ArchiveChoice): Promise<ArchivedFile[]> {
  const { rows } = await sql<ArchivedFile>`
    select f.id, i.path, i.supplier_id, p.address, p.name, p.company
    from submission_files i join stored_files f on f.id = i.file_id join request_suppliers p on p.id = i.supplier_id
    where i.request_id = ${requestId} and i.sent_back_at is null and f.deleted_at is null and f.withdrawn_at is null
      and ${isChosen(choice)}
    order by p.created_at, p.id, i.path`.execute(db)
  return rows
}

/** How many files of the choice were sent back, deleted or withdrawn. */
export async function countLeftOut(db: Db, requestId: string, choice: ArchiveChoice): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from submission_files i join stored_files f on f.id = i.file_id
    where i.request_id = ${requestId} and ${isChosen(choice)}
      and (i.sent_back_at is not null or f.deleted_at is not null or f.withdrawn_at is not null)`.execute(db)
  return rows[0]?.count ?? 0
}

/** The suppliers of those of these submissions that the request got. */
export async function listSubmitters(db: Db, requestId: string, submissions: readonly string[]) {
  return db
    .selectFrom('submissions')
    .select(['id', 'supplier_id'])
    .where('request_id', '=', requestId)
    .where('id', '=', sql<string>`any(${[...submissions]}::text[])`)
    .execute()
}

interface AnsweredRow {
  address: string | null
  name: string
  company: string
  section: string
  question: string
  answer: string[]
  state: 'arrived' | 'accepted' | 'sent-back'
  answered_at: Date
}

/**
 * The last answers of all or of some suppliers, grouped by supplier, in the items' order, without sealed ones. Null
 * where their texts have more than `mostBytes`: then none of them is read.
 */
export async function listAnswered(
  db: Db,
  requestId: string,
  { suppliers, mostBytes }: { suppliers: readonly string[] | null; mostBytes: number },
): Promise<AnsweredRow[] | null> {
  const answered = sql`
    from submission_answers q join submissions b on b.id = q.submission_id join request_items s on s.id = q.item_id
      join request_suppliers p on p.id = q.supplier_id
      join request_progress g on g.item_id = q.item_id and g.supplier_id = q.supplier_id
    where q.request_id = ${requestId} and q.is_current and not q.is_sealed and p.removed_at is null
      and (${suppliers === null}::boolean or q.supplier_id = any(${[...(suppliers ?? [])]}::text[]))`
  const { rows: sizes } = await sql<{ bytes: number | null }>`
    select sum(octet_length(concat(p.address, p.name, p.company, s.section, s.name, array_to_string(q.answer, '; '))))
      as bytes ${answered}`.execute(db)
  if ((sizes[0]?.bytes ?? 0) > mostBytes) return null
  const { rows } = await sql<AnsweredRow>`
    select p.address, p.name, p.company, s.section, s.name as question, q.answer, g.state, b.arrived_at as answered_at
    ${answered} order by p.created_at, p.id, s.position, s.id`.execute(db)
  return rows
}
