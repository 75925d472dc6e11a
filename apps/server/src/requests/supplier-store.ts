import { type Kysely, type Selectable, sql } from 'kysely'
import type { TimeCursor } from '../platform/cursor.ts'
import type { Database, RequestSuppliersTable } from '../platform/database/schema.ts'
import { mailsToSupplier } from '../platform/mail-transport/index.ts'
import { shortAnswer, wholeAnswer } from './answer-store.ts'

/** The invited suppliers of requests, those who answered without an invitation, and those due for a reminder. */
type Db = Kysely<Database>

export type SupplierRow = Selectable<RequestSuppliersTable>

export interface NewSupplier {
  id: string
  kind: SupplierRow['kind']
  address: string | null
  name: string
  company: string
  timeZone: string | null
  language: string | null
  tokenHash: Uint8Array
  deviceId: string | null
  dueAt: Date | null
  nextReminderAt: Date | null
}

/** Those who were not asked yet; a removed one is asked again. The caller locks the request. */
export async function insertSuppliers(tx: Db, requestId: string, suppliers: readonly NewSupplier[]): Promise<string[]> {
  if (suppliers.length === 0) return []
  const rows = await tx
    .insertInto('request_suppliers')
    .values(
      suppliers.map((supplier, nth) => ({
        id: supplier.id,
        request_id: requestId,
        kind: supplier.kind,
        address: supplier.address,
        name: supplier.name,
        company: supplier.company,
        time_zone: supplier.timeZone,
        language: supplier.language,
        token_hash: Buffer.from(supplier.tokenHash),
        device_id: supplier.deviceId,
        due_at: supplier.dueAt,
        next_reminder_at: supplier.nextReminderAt,
        missing_count: 1,
        // Lists keep the order of insertion.
        created_at: sql<Date>`now() + ${nth} * interval '1 microsecond'`,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  await tx
    .updateTable('requests')
    .set({ supplier_count: sql<number>`supplier_count + ${rows.length}` })
    .where('id', '=', requestId)
    .execute()
  return rows.map(({ id }) => id)
}

/** Those of these addresses that the request knows: `is_asked` where no further invitation is needed. */
export async function listAsked(db: Db, requestId: string, addresses: readonly string[]) {
  return db
    .selectFrom('request_suppliers')
    .select(['id', 'address'])
    .select(sql<boolean>`removed_at is null and kind = 'invited'`.as('is_asked'))
    .where('request_id', '=', requestId)
    .where('kind', '<>', 'claimed')
    .where('address', '=', sql<string>`any(${[...addresses]}::text[])`)
    .execute()
}

/** Invites suppliers who were removed before, or came through the open link. The caller locks the request. */
export async function bringBack(tx: Db, requestId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ done: boolean; was_off: boolean }>`
    with before as (
      select id, removed_at is not null as was_off from request_suppliers where id = any(${[...ids]}::text[]) for update
    )
    update request_suppliers p set removed_at = null, kind = 'invited', created_at = now()
    from before where before.id = p.id returning before.was_off, p.completed_at is not null as done`.execute(tx)
  const back = rows.filter((row) => row.was_off)
  await addToCounts(tx, requestId, back, 1)
}

/** False where there is no such supplier. The caller locks the request. */
export async function takeOff(tx: Db, requestId: string, supplierId: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    update request_suppliers set removed_at = now(), next_reminder_at = null
    where id = ${supplierId} and request_id = ${requestId} and removed_at is null
    returning completed_at is not null as done`.execute(tx)
  await addToCounts(tx, requestId, rows, -1)
  return rows.length > 0
}

async function addToCounts(tx: Db, requestId: string, rows: readonly { done: boolean }[], sign: 1 | -1) {
  const done = rows.filter((row) => row.done).length
  await sql`update requests set supplier_count = supplier_count + ${sign * rows.length}::int,
    complete_count = complete_count + ${sign * done}::int where id = ${requestId}`.execute(tx)
}

export async function findSupplier(db: Db, requestId: string, supplierId: string): Promise<SupplierRow | null> {
  const row = await db
    .selectFrom('request_suppliers')
    .selectAll()
    .where('id', '=', supplierId)
    .where('request_id', '=', requestId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** The suppliers of a request, without removed ones. */
export async function listSuppliersOf(db: Db, requestId: string): Promise<SupplierRow[]> {
  return db
    .selectFrom('request_suppliers')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function setDeadlines(
  tx: Db,
  rows: ReadonlyArray<{ id: string; dueAt: Date | null; nextReminderAt: Date | null }>,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update request_suppliers set due_at = given.due_at, next_reminder_at = given.next_at
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ dueAt }) => dueAt)}::timestamptz[],
      ${rows.map(({ nextReminderAt }) => nextReminderAt)}::timestamptz[]) as given (id, due_at, next_at)
    where request_suppliers.id = given.id`.execute(tx)
}

export interface ListedSupplier extends SupplierRow {
  created_us: number
  is_late: boolean
  /**
   * 'refused' where one bounced since they last answered: a supplier who answers has received their link. Otherwise the
   * last one's state.
   */
  mail: 'queued' | 'accepted' | 'refused' | 'none'
  items: Array<{
    item: string
    state: 'missing' | 'arrived' | 'accepted' | 'sent-back'
    fileCount: number
    bytes: number
    note: string
    answer: string[] | null
  }>
}

export interface SuppliersQuery {
  filter: 'all' | 'complete' | 'missing' | 'late' | 'sent-back' | 'to-judge'
  missing: string | null
  supplier: string | null
  /** Else each text of an answer is cut. */
  hasWholeAnswers: boolean
  q: string | null
  after: TimeCursor | null
  take: number
}

/** For items that are still part of the request. */
const hasItem = (state: 'sent-back' | 'arrived') => sql`exists (
  select from request_progress g join request_items s on s.id = g.item_id
  where g.supplier_id = p.id and g.state = ${state} and s.removed_at is null)`

const filters: Record<SuppliersQuery['filter'], ReturnType<typeof sql>> = {
  all: sql`true`,
  complete: sql`p.completed_at is not null`,
  missing: sql`p.completed_at is null`,
  late: sql`p.completed_at is null and p.due_at < now()`,
  'sent-back': hasItem('sent-back'),
  'to-judge': hasItem('arrived'),
}

/** For `request_suppliers p`: still incomplete, with an address of their own, and not reminded within the hour. */
const isRemindable = sql<boolean>`p.completed_at is null and p.removed_at is null and p.address is not null
  and p.kind <> 'claimed' and (p.reminded_at is null or p.reminded_at < now() - interval '1 hour')`

/** In the order in which they were asked. */
export async function listSuppliers(db: Db, requestId: string, query: SuppliersQuery): Promise<ListedSupplier[]> {
  const like = query.q === null ? null : `%${query.q.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<ListedSupplier>`
    select p.*, (extract(epoch from p.created_at) * 1000000)::int8 as created_us,
      coalesce(p.completed_at is null and p.due_at < now(), false) as is_late,
      case when mailed.has_returned then 'refused' else coalesce(mailed.last, 'none') end as mail,
      (select coalesce(json_agg(json_build_object('item', s.id, 'state', coalesce(g.state, 'missing'),
          'fileCount', coalesce(g.file_count, 0), 'bytes', coalesce(g.bytes, 0), 'note', coalesce(g.note, ''),
          'answer', ${query.hasWholeAnswers ? wholeAnswer : shortAnswer})
          order by s.position), '[]')
        from request_items s left join request_progress g on g.item_id = s.id and g.supplier_id = p.id
          left join submission_answers q on q.item_id = s.id and q.supplier_id = p.id and q.is_current
        where s.request_id = p.request_id and s.removed_at is null) as items
    from request_suppliers p left join lateral (
      select bool_or(m.bounced_at is not null and m.created_at > coalesce(p.last_answer_at, '-infinity')) as has_returned,
        (array_agg(case when m.accepted_at is not null then 'accepted' when m.given_up_at is not null then 'refused'
          else 'queued' end order by m.created_at desc))[1] as last
      from ${mailsToSupplier('p.id')} m
    ) mailed on true
    where p.request_id = ${requestId} and p.removed_at is null and ${filters[query.filter]}
      and (${query.supplier}::text is null or p.id = ${query.supplier})
      and (${query.missing}::text is null or not exists (
        select from request_progress g where g.supplier_id = p.id and g.item_id = ${query.missing} and g.state <> 'sent-back'))
      and (${like}::text is null or p.address ilike ${like} or p.name ilike ${like} or p.company ilike ${like})
      and (${query.after?.id ?? null}::text is null or (p.created_at, p.id) >
        ('epoch'::timestamptz + ${query.after?.at ?? 0}::int8 * interval '1 microsecond', ${query.after?.id ?? ''}::text))
    order by p.created_at, p.id limit ${query.take}`.execute(db)
  return rows
}

export type SuppliersTally = Record<SuppliersQuery['filter'] | 'remindable', number>

/** How many suppliers each filter finds, and how many of them a reminder by hand would reach now. */
export async function tallySuppliers(db: Db, requestId: string): Promise<SuppliersTally> {
  const { rows } = await sql<SuppliersTally>`
    select count(*)::int as "all", count(*) filter (where ${filters.complete})::int as complete,
      count(*) filter (where ${filters.missing})::int as missing, count(*) filter (where ${filters.late})::int as late,
      count(*) filter (where ${filters['sent-back']})::int as "sent-back",
      count(*) filter (where ${filters['to-judge']})::int as "to-judge",
      count(*) filter (where ${isRemindable})::int as remindable
    from request_suppliers p where p.request_id = ${requestId} and p.removed_at is null`.execute(db)
  return rows[0] as SuppliersTally
}

export interface DueReminder {
  supplier_id: string
  request_id: string
  account_id: string
  address: string | null
  due_at: Date | null
  /** The supplier's own, where it is known. */
  time_zone: string | null
  deadline_zone: string
  reminder_days: number[]
  /** The last mail to them was refused or bounced. */
  last_returned: boolean
  now: Date
}

const AT_ONCE = 50

/** Locks some suppliers with a due reminder, in open requests with reminders; concurrent runs skip them. */
export async function claimDueReminders(tx: Db): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select p.id as supplier_id, p.request_id, r.account_id, p.address, p.due_at, p.time_zone, r.deadline_zone,
      r.reminder_days, now() as now, coalesce((
        select m.refused_at is not null or m.bounced_at is not null from ${mailsToSupplier('p.id')} m
        order by m.created_at desc limit 1), false) as last_returned
    from request_suppliers p join requests r on r.id = p.request_id join account_facts a on a.id = r.account_id
    where p.next_reminder_at <= now() and p.completed_at is null and p.removed_at is null
      and r.deleted_at is null and r.closed_at is null and r.paused_at is null and r.reminders
      and (r.expires_at is null or r.expires_at > now()) and a.deleted_at is null and a.suspended_at is null
    order by p.next_reminder_at limit ${AT_ONCE} for no key update of p skip locked`.execute(tx)
  return rows
}

export async function setNextReminder(
  tx: Db,
  supplierId: string,
  { at, isReminded }: { at: Date | null; isReminded: boolean },
): Promise<void> {
  await tx
    .updateTable('request_suppliers')
    .set({ next_reminder_at: at, ...(isReminded ? { reminded_at: sql<Date>`now()` } : {}) })
    .where('id', '=', supplierId)
    .execute()
}

/**
 * Of these suppliers, or all, those who are incomplete and were not reminded within the hour, locked until the
 * transaction ends.
 */
export async function listRemindable(
  tx: Db,
  requestId: string,
  ids: readonly string[] | null,
): Promise<Array<{ id: string; address: string }>> {
  const { rows } = await sql<{ id: string; address: string }>`
    select p.id, p.address from request_suppliers p
    where p.request_id = ${requestId} and (${ids === null}::boolean or p.id = any(${[...(ids ?? [])]}::text[]))
      and ${isRemindable}
    order by p.id for no key update`.execute(tx)
  return rows
}

/** The caller locks them. */
export async function markReminded(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`update request_suppliers set reminded_at = now() where id = any(${[...ids]}::text[])`.execute(tx)
}
