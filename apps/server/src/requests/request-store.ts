import type { RequestState } from '@waybill/contract/requests/shapes'
import { NEVER_EXPIRES_SECONDS } from '@waybill/contract/transfers/expiry'
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { Database, RequestsTable } from '../platform/database/schema.ts'
import { workspaceOf } from '../platform/database/workspace-of.ts'

/** Requests. A slug is never used twice: rows stay when their request is deleted. */
type Db = Kysely<Database>

/** The database's current time, for a column. */
export const instantNow = sql<Date>`now()`

/** How long a deletion may be undone, in seconds. */
export const UNDO_SECONDS = 60

/** A request with its state by the database's clock. */
export interface RequestRow extends Selectable<RequestsTable> {
  state: RequestState
  item_count: number
  late_count: number
  created_us: number
}

/** The only definition of a request's state. */
export const stateOf = sql<RequestState>`case when requests.closed_at is not null then 'closed'
  when requests.expires_at <= now() then 'expired' when requests.paused_at is not null then 'paused' else 'open' end`

/** Further columns of a row. */
export const withCounts = [
  stateOf.as('state'),
  sql<number>`(select count(*)::int from request_items s where s.request_id = requests.id and s.removed_at is null)`.as(
    'item_count',
  ),
  sql<number>`(select count(*)::int from request_suppliers p where p.request_id = requests.id and p.removed_at is null
    and p.completed_at is null and p.due_at < now())`.as('late_count'),
  sql<number>`(extract(epoch from requests.created_at) * 1000000)::int8`.as('created_us'),
] as const

const standing = (db: Db) =>
  db.selectFrom('requests').selectAll('requests').select(withCounts).where('requests.deleted_at', 'is', null)

/** The end of an expiry that begins now; null is never. */
const lifeFromNow = (seconds: number) =>
  seconds === NEVER_EXPIRES_SECONDS ? null : sql<Date>`now() + make_interval(secs => ${seconds}::double precision)`

export type NewRequest = Omit<Insertable<RequestsTable>, 'workspace_id' | 'slug' | 'expires_at'> & {
  expirySeconds: number
}

/** False where the slug is or was in use. */
export async function insertRequest(tx: Db, slug: string, { expirySeconds, ...made }: NewRequest): Promise<boolean> {
  const row = await tx
    .insertInto('requests')
    .values({
      ...made,
      workspace_id: workspaceOf(made.account_id),
      slug,
      expires_at: lifeFromNow(expirySeconds) as never,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The account's own undeleted request, by id or slug. */
export async function findOwnRequest(db: Db, accountId: string, named: string): Promise<RequestRow | null> {
  const row = await standing(db)
    .where('requests.account_id', '=', accountId)
    .where((where) => where.or([where('requests.id', '=', named), where('requests.slug', '=', named)]))
    .executeTakeFirst()
  return row ?? null
}

/** An undeleted request that the account may read, by id or slug: its own, and of its team as `sees_request` says. */
export async function findSeenRequest(db: Db, readerId: string, named: string): Promise<RequestRow | null> {
  const row = await standing(db)
    .where((where) => where.or([where('requests.id', '=', named), where('requests.slug', '=', named)]))
    .where(sql<boolean>`sees_request(requests.id, ${readerId})`)
    .executeTakeFirst()
  return row ?? null
}

/** Any undeleted request of an existing account; `isServed`: and not suspended, so that its link opens. */
export async function findStandingRequest(
  db: Db,
  named: { id: string } | { slug: string },
  { isServed = false }: { isServed?: boolean } = {},
): Promise<RequestRow | null> {
  const [column, value] =
    'id' in named ? (['requests.id', named.id] as const) : (['requests.slug', named.slug] as const)
  const row = await standing(db)
    .innerJoin('account_facts as accounts', 'accounts.id', 'requests.account_id')
    .where(column, '=', value)
    .where('accounts.deleted_at', 'is', null)
    .$if(isServed, (query) => query.where('accounts.suspended_at', 'is', null))
    .executeTakeFirst()
  return row ?? null
}

/** After this time a deleted request either exists again, or is gone for good. */
export const COMES_BACK_SECONDS = UNDO_SECONDS + 5

/** Whether it was deleted so recently that this may still be undone: a job's action on it has to wait until then. */
export async function mayComeBack(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('requests')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', '>', sql<Date>`now() - make_interval(secs => ${UNDO_SECONDS})`)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks the request until the transaction ends, so that its counters are updated one after the other. Null where it is
 * gone.
 */
export async function lockRequest(tx: Db, id: string, accountId: string): Promise<RequestRow | null> {
  const row = await tx
    .selectFrom('requests')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? findOwnRequest(tx, accountId, id) : null
}

export type RequestChange = Updateable<RequestsTable> & { expirySeconds?: number | undefined }

/** The caller locks the request. */
export async function changeRequest(tx: Db, id: string, { expirySeconds, ...change }: RequestChange): Promise<void> {
  await tx
    .updateTable('requests')
    .set({ ...change, edited_at: sql<Date>`now()` })
    .$if(expirySeconds !== undefined, (query) => query.set({ expires_at: lifeFromNow(expirySeconds as number) }))
    .where('id', '=', id)
    .execute()
}

/** Those of these requests that the account owns, with whether they exist, or were deleted within the last minute. */
export async function lockOwnAmong(tx: Db, accountId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; state: 'standing' | 'deleted' | 'gone' }>`
    select id, case when deleted_at is null then 'standing'
      when deleted_at > now() - make_interval(secs => ${UNDO_SECONDS}) then 'deleted' else 'gone' end as state
    from requests where id = any(${[...ids]}::text[]) and account_id = ${accountId}
    order by id for no key update`.execute(tx)
  return rows
}

export async function setRequestsDeleted(tx: Db, ids: readonly string[], isDeleted: boolean): Promise<void> {
  await tx
    .updateTable('requests')
    .set({ deleted_at: isDeleted ? sql<Date>`now()` : null })
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()
}

/** Ends all requests of an ended account, and clears their text and suppliers. */
export async function clearRequestsOf(tx: Db, accountId: string): Promise<void> {
  // Requests before their suppliers, the usual order of these locks.
  await sql`update requests set deleted_at = coalesce(deleted_at, now()), title = '', message = '', folder = '',
      password_hash = null, sealing = null where account_id = ${accountId}`.execute(tx)
  await sql`update request_suppliers set address = null, name = '', company = '', time_zone = null, kind = 'claimed',
      device_id = null, next_reminder_at = null
    where request_id in (select id from requests where account_id = ${accountId})`.execute(tx)
  await sql`update request_items set name = '', hint = '', pattern = '', options = '{}', section = ''
    where request_id in (select id from requests where account_id = ${accountId})`.execute(tx)
  await tx.deleteFrom('request_templates').where('account_id', '=', accountId).execute()
}

/** True once a day: the caller that gets it tells the account that its storage is full. */
export async function claimFullNotice(tx: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update requests set full_told_at = now()
    where id = ${id} and (full_told_at is null or full_told_at < now() - interval '1 day') returning id`.execute(tx)
  return rows.length > 0
}

/** Requests that were deleted more than a day and less than 60 days ago. */
export async function listLongDeleted(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from requests
    where deleted_at < now() - interval '1 day' and deleted_at > now() - interval '60 days'`.execute(db)
  return rows.map(({ id }) => id)
}

export interface LateRequest {
  id: string
  slug: string
  title: string
  late: number
  suppliers: number
  since: Date
}

/** Requests of the account that still accept files and whose deadline has passed; the longest wait comes first. */
export async function listLateRequests(db: Db, accountId: string, take: number): Promise<LateRequest[]> {
  const { rows } = await sql<LateRequest>`
    select r.id, r.slug, r.title, count(*)::int as late, r.supplier_count as suppliers, min(p.due_at) as since
    from requests r join request_suppliers p on p.request_id = r.id
    where r.account_id = ${accountId} and r.deleted_at is null and r.closed_at is null and r.paused_at is null
      and (r.expires_at is null or r.expires_at > now())
      and p.removed_at is null and p.completed_at is null and p.due_at < now()
    group by r.id order by since, r.id limit ${take}`.execute(db)
  return rows
}

const ROWS_PER_PAGE = 100

/** The account's undeleted requests with their items, their suppliers, and with whom they are shared. */
export async function* eachOwnRequest(db: Db, accountId: string): AsyncGenerator<unknown> {
  for (let after = ''; ; ) {
    const { rows }: { rows: Array<{ id: string }> } = await sql<{ id: string }>`
      select r.id, r.slug, r.title, r.message, r.language, r.identity, r.supplier_noun as "supplierNoun", r.is_open_link as "isOpenLink", r.deadline,
        r.deadline_zone as "deadlineZone", r.deadline_rule as "deadlineRule", r.created_at as "createdAt",
        r.expires_at as "expiresAt", r.paused_at as "pausedAt", r.closed_at as "closedAt",
        r.password_hash is not null as "hasPassword", r.folder, r.sealing, (
          select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'hint', s.hint,
            'isRequired', s.is_required, 'types', s.types, 'maxFiles', s.max_files, 'maxBytes', s.max_bytes,
            'pattern', s.pattern, 'kind', s.kind, 'options', s.options, 'takesSeveral', s.takes_several,
            'section', s.section, 'removedAt', s.removed_at) order by s.position), '[]')
          from request_items s where s.request_id = r.id
        ) as items, (
          select coalesce(json_agg(json_build_object('id', p.id, 'kind', p.kind, 'email', p.address, 'name', p.name,
            'company', p.company, 'timeZone', p.time_zone, 'addedAt', p.created_at, 'removedAt', p.removed_at,
            'dueAt', p.due_at, 'remindedAt', p.reminded_at, 'completedAt', p.completed_at) order by p.created_at, p.id), '[]')
          from request_suppliers p where p.request_id = r.id
        ) as suppliers, (
          select coalesce(json_agg(json_build_object('email', a.email, 'sharedAt', s.shared_at,
            'isAssigned', s.is_assigned) order by s.shared_at, a.id), '[]')
          from request_shares s join account_facts a on a.id = s.member_id where s.request_id = r.id
        ) as "sharedWith"
      from requests r where r.account_id = ${accountId} and r.deleted_at is null and r.id > ${after}
      order by r.id limit ${ROWS_PER_PAGE}`.execute(db)
    yield* rows
    if (rows.length < ROWS_PER_PAGE) return
    after = rows.at(-1)?.id ?? ''
  }
}

/** Every submission with its files. */
export async function* eachOwnSubmission(db: Db, accountId: string): AsyncGenerator<unknown> {
  for (let after = ''; ; ) {
    const { rows }: { rows: Array<{ id: string }> } = await sql<{ id: string }>`
      select b.id, b.request_id as request, b.supplier_id as supplier, b.note, b.is_late as "isLate",
        b.arrived_at as "arrivedAt", b.country, b.city, b.device, b.bytes, (
          select coalesce(json_agg(json_build_object('id', f.id, 'item', i.item_id, 'path', i.path,
            'originalName', i.original_name, 'bytes', f.bytes, 'sha256', encode(f.sha256, 'hex'),
            'plainBytes', i.plain_bytes, 'claimedSha256', encode(i.claimed_sha256, 'hex'),
            'sentBackAt', i.sent_back_at, 'withdrawnAt', f.withdrawn_at) order by i.position), '[]')
          from submission_files i join stored_files f on f.id = i.file_id where i.submission_id = b.id
        ) as files, (
          select coalesce(json_agg(json_build_object('item', q.item_id, 'answer', q.answer) order by q.item_id), '[]')
          from submission_answers q where q.submission_id = b.id
        ) as answers
      from submissions b where b.account_id = ${accountId} and b.id > ${after}
      order by b.id limit ${ROWS_PER_PAGE}`.execute(db)
    yield* rows
    if (rows.length < ROWS_PER_PAGE) return
    after = rows.at(-1)?.id ?? ''
  }
}

/** The instant by the database's clock. */
export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  return (rows[0] as { now: Date }).now
}
