import { WITHDRAW_SECONDS } from '@waybill/contract/requests/comments'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Comments on items: a thread for each supplier and item, and how far its readers have read. */
type Db = Kysely<Database>

/** One thread. */
export interface ThreadOf {
  requestId: string
  supplierId: string
  itemId: string
}

export interface CommentRow {
  id: string
  supplier_id: string
  item_id: string
  place: number
  account_id: string | null
  is_of_supplier: boolean
  author: string
  body: string
  written_at: Date
  withdrawn_at: Date | null
  withdrawable_until: Date | null
  /** Of its supplier. */
  kind: 'invited' | 'proven' | 'claimed'
  name: string
  company: string
  address: string | null
}

const columns = sql`c.id, c.supplier_id, c.item_id, c.place, c.account_id, c.is_of_supplier, c.author, c.body,
  c.written_at, c.withdrawn_at, p.kind, p.name, p.company, p.address,
  case when c.withdrawn_at is null and c.written_at > now() - make_interval(secs => ${WITHDRAW_SECONDS}::double precision)
    then c.written_at + make_interval(secs => ${WITHDRAW_SECONDS}::double precision) end as withdrawable_until`
const withSuppliers = sql`request_comments c join request_suppliers p on p.id = c.supplier_id`

async function listWhere(db: Db, rest: RawBuilder<unknown>): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`select ${columns} from ${withSuppliers} where ${rest}`.execute(db)
  return rows
}

/** In the order in which they were written. */
export const listThread = (db: Db, { supplierId, itemId }: ThreadOf): Promise<CommentRow[]> =>
  listWhere(db, sql`c.supplier_id = ${supplierId} and c.item_id = ${itemId} order by c.place`)

/** The newest of all threads of a supplier, in the order in which they were written. */
export async function listNewest(db: Db, supplierId: string, take: number): Promise<CommentRow[]> {
  const rows = await listWhere(db, sql`c.supplier_id = ${supplierId} order by c.place desc limit ${take}`)
  return rows.reverse()
}

export async function findComment(db: Db, requestId: string, id: string): Promise<CommentRow | null> {
  const [row] = await listWhere(db, sql`c.request_id = ${requestId} and c.id = ${id}`)
  return row ?? null
}

export interface NewComment extends ThreadOf {
  id: string
  /** Who of the requester's side wrote it, under which name; null: the supplier. */
  member: { id: string; name: string } | null
  body: string
}

/** The caller locks the request. */
export async function insertComment(
  tx: Db,
  { id, requestId, supplierId, itemId, member, body }: NewComment,
): Promise<void> {
  await sql`
    insert into request_comments (id, request_id, supplier_id, item_id, account_id, is_of_supplier, author, body)
    values (${id}, ${requestId}, ${supplierId}, ${itemId}, ${member?.id ?? null}, ${member === null},
      ${member?.name ?? ''}, ${body})`.execute(tx)
}

/** How long the same text counts as the same comment, as long as it is the last one of its thread. */
const SAME_SECONDS = 600

/** The id of a thread's last comment if its author just wrote the same: a call that was repeated. Null: it is new. */
export async function findRepeated(
  tx: Db,
  { supplierId, itemId, member, body }: Omit<NewComment, 'id'>,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select c.id from (
      select * from request_comments where supplier_id = ${supplierId} and item_id = ${itemId}
      order by place desc limit 1
    ) c
    where c.body = ${body} and c.withdrawn_at is null and c.is_of_supplier = ${member === null}::boolean
      and c.account_id is not distinct from ${member?.id ?? null}::text
      and c.written_at > now() - make_interval(secs => ${SAME_SECONDS}::double precision)`.execute(tx)
  return rows[0]?.id ?? null
}

interface CommentCounts {
  thread: number
  request: number
  /** In the threads of suppliers who came through the open link. */
  openLink: number
  /** The thread is one of them. */
  isByLink: boolean
}

/** How many comments a thread and its request have, with withdrawn ones. */
export async function countComments(db: Db, { requestId, supplierId, itemId }: ThreadOf): Promise<CommentCounts> {
  const { rows } = await sql<CommentCounts>`
    select count(*) filter (where c.supplier_id = ${supplierId} and c.item_id = ${itemId})::int as thread,
      count(*)::int as request, count(*) filter (where p.kind <> 'invited')::int as "openLink",
      exists (select from request_suppliers where id = ${supplierId} and kind <> 'invited') as "isByLink"
    from ${withSuppliers} where c.request_id = ${requestId}`.execute(db)
  return rows[0] ?? { thread: 0, request: 0, openLink: 0, isByLink: true }
}

/**
 * Deletes the text of an author's comment that is young enough. `by`: the member's account, or null for the supplier.
 * False where there is no such comment.
 */
export async function withdrawIfYoung(
  db: Db,
  requestId: string,
  { id, by, supplierId }: { id: string; by: string | null; supplierId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update request_comments set body = '', withdrawn_at = now()
    where id = ${id} and request_id = ${requestId} and withdrawn_at is null
      and written_at > now() - make_interval(secs => ${WITHDRAW_SECONDS}::double precision)
      and ((${by}::text is not null and account_id = ${by}) or (is_of_supplier and supplier_id = ${supplierId}))
    returning id`.execute(db)
  return rows.length > 0
}

/** The place up to which a reader has seen a thread: an account, or its supplier under their own id. */
export async function readSeenTo(db: Db, { supplierId, itemId }: ThreadOf, readerId: string): Promise<number> {
  const { rows } = await sql<{ seen_to: number }>`
    select seen_to from request_comment_reads
    where supplier_id = ${supplierId} and item_id = ${itemId} and reader_id = ${readerId}`.execute(db)
  return rows[0]?.seen_to ?? 0
}

/** Never moves back, nor beyond the thread's last comment. */
export async function keepSeenTo(db: Db, of: ThreadOf, readerId: string, seenTo: number): Promise<void> {
  await sql`
    insert into request_comment_reads as r (supplier_id, item_id, reader_id, request_id, seen_to)
    select ${of.supplierId}, ${of.itemId}, ${readerId}, ${of.requestId}, least(max(place), ${seenTo})
    from request_comments where supplier_id = ${of.supplierId} and item_id = ${of.itemId} having count(*) > 0
    on conflict (supplier_id, item_id, reader_id) do update set seen_to = excluded.seen_to
    where r.seen_to < excluded.seen_to`.execute(db)
}

export interface CountedThread {
  supplier_id: string
  item_id: string
  comments: number
  /** The other side's that the reader has not seen. */
  unread: number
}

/** The threads of these suppliers that have comments. `isSupplier`: the reader is their supplier, else an account. */
export async function countThreads(
  db: Db,
  supplierIds: readonly string[],
  reader: { id: string; isSupplier: boolean },
): Promise<CountedThread[]> {
  const { rows } = await sql<CountedThread>`
    select c.supplier_id, c.item_id, count(*)::int as comments,
      count(*) filter (where c.is_of_supplier <> ${reader.isSupplier}::boolean and c.withdrawn_at is null
        and c.place > coalesce(r.seen_to, 0))::int as unread
    from request_comments c left join request_comment_reads r
      on r.supplier_id = c.supplier_id and r.item_id = c.item_id and r.reader_id = ${reader.id}
    where c.supplier_id = any(${[...supplierIds]}::text[]) group by c.supplier_id, c.item_id`.execute(db)
  return rows
}

/** The suppliers' comments that an account has not seen, by request; of removed suppliers and items none count. */
export async function countUnreadComments(
  db: Db,
  requestIds: readonly string[],
  readerId: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; unread: number }>`
    select c.request_id as id, count(*)::int as unread
    from ${withSuppliers} join request_items s on s.id = c.item_id left join request_comment_reads r
      on r.supplier_id = c.supplier_id and r.item_id = c.item_id and r.reader_id = ${readerId}
    where c.request_id = any(${[...requestIds]}::text[]) and c.is_of_supplier and c.withdrawn_at is null
      and c.place > coalesce(r.seen_to, 0) and p.removed_at is null and s.removed_at is null
    group by c.request_id`.execute(db)
  return new Map(rows.map(({ id, unread }) => [id, unread]))
}

/** A claim's comments become another supplier's; threads that both have are unread again. The caller locks the request. */
export async function giveComments(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    delete from request_comment_reads where supplier_id = ${from} or (supplier_id = ${to} and item_id in (
      select item_id from request_comments where supplier_id = ${from}))`.execute(tx)
  await tx.updateTable('request_comments').set({ supplier_id: to }).where('supplier_id', '=', from).execute()
}

/** Deletes the threads of these requests. */
export async function deleteComments(tx: Db, requestIds: readonly string[]): Promise<void> {
  const these = sql`request_id = any(${[...requestIds]}::text[])`
  await sql`delete from request_comment_reads where ${these}`.execute(tx)
  await sql`delete from request_comments where ${these}`.execute(tx)
}

/** An account ends: the threads of its requests, and its name and reading in those of others. */
export async function clearCommentsOf(tx: Db, accountId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from requests where account_id = ${accountId}`.execute(tx)
  await deleteComments(
    tx,
    rows.map(({ id }) => id),
  )
  await sql`update request_comments set account_id = null, author = '' where account_id = ${accountId}`.execute(tx)
  await sql`delete from request_comment_reads where reader_id = ${accountId}`.execute(tx)
}

export interface ExportedComment extends CommentRow {
  item: string
}

/** The comments of a request, of all or some suppliers, by supplier and item, a page of them. A request has at most 5,000. */
export async function listToExport(
  db: Db,
  requestId: string,
  { suppliers, skip, take }: { suppliers: readonly string[] | null; skip: number; take: number },
): Promise<ExportedComment[]> {
  const { rows } = await sql<ExportedComment>`
    select ${columns}, s.name as item from ${withSuppliers} join request_items s on s.id = c.item_id
    where c.request_id = ${requestId} and p.removed_at is null
      and (${suppliers === null}::boolean or c.supplier_id = any(${[...(suppliers ?? [])]}::text[]))
    order by p.created_at, p.id, s.position, s.id, c.place limit ${take} offset ${skip}`.execute(db)
  return rows
}

const ROWS_PER_PAGE = 500

/** Every comment on the account's requests, and what it wrote on those of its team. */
export async function* eachOwnComment(db: Db, accountId: string): AsyncGenerator<unknown> {
  for (let after = 0; ; ) {
    const { rows }: { rows: Array<{ place: number }> } = await sql<{ place: number }>`
      select c.place, c.request_id as request, c.supplier_id as supplier, c.item_id as item,
        case when c.is_of_supplier then 'supplier' else 'requester' end as side, c.author,
        coalesce(c.account_id = ${accountId}, false) as "isOwn", c.body as text, c.written_at as "writtenAt",
        c.withdrawn_at as "withdrawnAt"
      from request_comments c join requests r on r.id = c.request_id and r.deleted_at is null
      where c.id in (
          select k.id from requests o join request_comments k on k.request_id = o.id where o.account_id = ${accountId}
          union all select k.id from request_comments k where k.account_id = ${accountId})
        and c.place > ${after}
      order by c.place limit ${ROWS_PER_PAGE}`.execute(db)
    yield* rows
    if (rows.length < ROWS_PER_PAGE) return
    after = rows.at(-1)?.place ?? 0
  }
}
