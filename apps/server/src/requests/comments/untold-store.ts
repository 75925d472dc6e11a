import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { mailsToSupplier } from '../../platform/mail-transport/index.ts'

/** Comments of which the other side was not mailed. */
type Db = Kysely<Database>

/** The comments to one supplier, or, where `supplierId` is null, those of all suppliers to the requester's side. */
export interface Untold {
  requestId: string
  supplierId: string | null
}

/** A mail leaves after so many seconds without a comment. */
const QUIET_SECONDS = 300
/** The first comment waits no longer than this, however lively the threads are. */
const LONGEST_SECONDS = 1_800

/** What was written by or to suppliers who were removed, and about items that were, is not mailed. */
const standing = sql`request_comments c join request_items s on s.id = c.item_id and s.removed_at is null
  join request_suppliers p on p.id = c.supplier_id and p.removed_at is null`
const theseOf = ({ requestId, supplierId }: Untold) => sql`c.request_id = ${requestId} and c.told_at is null
  and c.withdrawn_at is null and c.is_of_supplier = ${supplierId === null}::boolean
  and (${supplierId}::text is null or c.supplier_id = ${supplierId})`

/** Seconds until they are to be mailed; null where there are none. */
export async function secondsUntilQuiet(db: Db, untold: Untold): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select greatest(0, least(
      ${sql.lit(QUIET_SECONDS)} - extract(epoch from now() - max(c.written_at)),
      ${sql.lit(LONGEST_SECONDS)} - extract(epoch from now() - min(c.written_at))))::float8 as seconds
    from ${standing} where ${theseOf(untold)}`.execute(db)
  return rows[0]?.seconds ?? null
}

export interface UntoldRow {
  id: string
  supplier_id: string
  item_id: string
  place: number
  is_of_supplier: boolean
  author: string
  body: string
  item: string
  kind: 'invited' | 'proven' | 'claimed'
  name: string
  company: string
  address: string | null
}

/** Locked until the transaction ends, so that two processes never mail the same one. */
export async function holdUntold(tx: Db, untold: Untold): Promise<UntoldRow[]> {
  const { rows } = await sql<UntoldRow>`
    select c.id, c.supplier_id, c.item_id, c.place, c.is_of_supplier, c.author, c.body, s.name as item,
      p.kind, p.name, p.company, p.address
    from ${standing} where ${theseOf(untold)} order by c.place for update of c`.execute(tx)
  return rows
}

/** Those that a reader has not seen: an account, or a supplier under their own id. */
export async function listUnseen(db: Db, ids: readonly string[], readerId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select c.id from request_comments c left join request_comment_reads r
      on r.supplier_id = c.supplier_id and r.item_id = c.item_id and r.reader_id = ${readerId}
    where c.id = any(${[...ids]}::text[]) and c.place > coalesce(r.seen_to, 0)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export async function markTold(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`update request_comments set told_at = now() where id = any(${[...ids]}::text[])`.execute(tx)
}

/** Whether the last mail to a supplier was refused or bounced, and they have not answered since. */
export async function isUnreachable(db: Db, supplierId: string): Promise<boolean> {
  const { rows } = await sql`
    select from request_suppliers p cross join lateral (
      select m.refused_at is not null or m.bounced_at is not null as has_returned, m.created_at
      from ${mailsToSupplier('p.id')} m order by m.created_at desc limit 1
    ) last
    where p.id = ${supplierId} and last.has_returned and last.created_at > coalesce(p.last_answer_at, '-infinity')`.execute(
    db,
  )
  return rows.length > 0
}
