import { type Kysely, sql } from 'kysely'
import { LIVE_CHANNEL } from '../../platform/database/live-channel.ts'
import type { Database } from '../../platform/database/schema.ts'

/** Requests that members of a team share with each other. `sees_request` decides what a share allows. */
type Db = Kysely<Database>

/**
 * Shares a request with accounts of its workspace, and with nobody else; its requester is skipped. Returns those with
 * whom it was not shared before. Hold the members' accounts before: they cannot leave meanwhile.
 */
export async function addRequestShares(tx: Db, requestId: string, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into request_shares (request_id, member_id, workspace_id, created_at)
    select r.id, m.id, r.workspace_id, r.created_at from requests r cross join unnest(${[...memberIds]}::text[]) as m (id)
    where r.id = ${requestId} and m.id <> r.account_id and workspace_of(m.id) = r.workspace_id
    on conflict do nothing returning member_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns those with whom it is not shared any more; an assignee among them is none any more. */
export async function keepRequestSharesOf(tx: Db, requestId: string, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from request_shares where request_id = ${requestId} and member_id <> all(${[...memberIds]}::text[])
    returning member_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Makes one of those with whom it is shared its assignee, or nobody. False where they were already, or it is not shared. */
export async function assignRequest(tx: Db, requestId: string, memberId: string | null): Promise<boolean> {
  await sql`update request_shares set is_assigned = false
    where request_id = ${requestId} and is_assigned and member_id is distinct from ${memberId}`.execute(tx)
  const { rows } = await sql`update request_shares set is_assigned = true
    where request_id = ${requestId} and member_id = ${memberId} and not is_assigned returning member_id`.execute(tx)
  return rows.length > 0
}

export interface RequestShare {
  requestId: string
  memberId: string
  isAssigned: boolean
}

/** With whom a request is shared, those who have had it longest first. */
export async function listRequestShares(db: Db, requestId: string): Promise<RequestShare[]> {
  const { rows } = await sql<RequestShare>`
    select request_id as "requestId", member_id as "memberId", is_assigned as "isAssigned" from request_shares
    where request_id = ${requestId} order by shared_at, member_id`.execute(db)
  return rows
}

/** What a member is told about a share. */
export interface ToldRequest {
  slug: string
  title: string
  accountId: string
  isAssigned: boolean
  sharedAt: Date
}

/**
 * Null where the request is not shared with the member, or is deleted. Neither ends before the transaction does, and
 * finds what the member was told by then.
 */
export async function holdRequestShare(tx: Db, requestId: string, memberId: string): Promise<ToldRequest | null> {
  // The request before its shares, as a change locks them.
  await sql`select from requests where id = ${requestId} for share`.execute(tx)
  const { rows } = await sql<ToldRequest>`
    select r.slug, r.title, r.account_id as "accountId", s.is_assigned as "isAssigned", s.shared_at as "sharedAt"
    from request_shares s join requests r on r.id = s.request_id and r.deleted_at is null
    where s.request_id = ${requestId} and s.member_id = ${memberId} for share of s`.execute(tx)
  return rows[0] ?? null
}

/** The assignee of each of these requests that has one. */
export async function listAssignees(db: Db, requestIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; memberId: string }>`
    select request_id as id, member_id as "memberId" from request_shares
    where request_id = any(${[...requestIds]}::text[]) and is_assigned`.execute(db)
  return new Map(rows.map(({ id, memberId }) => [id, memberId]))
}

/** How many undeleted requests are shared with the account, and how many of them it looks after. */
export async function countRequestShares(db: Db, memberId: string): Promise<{ shared: number; assigned: number }> {
  const { rows } = await sql<{ shared: number; assigned: number }>`
    select count(*)::int as shared, count(*) filter (where s.is_assigned)::int as assigned
    from request_shares s join requests r on r.id = s.request_id and r.deleted_at is null
    where s.member_id = ${memberId}`.execute(db)
  return rows[0] ?? { shared: 0, assigned: 0 }
}

/** Nothing is shared with a member who leaves, nor with the successor who gets what the member asked for. */
export async function dropRequestSharesOf(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    delete from request_shares s using requests r
    where r.id = s.request_id and (s.member_id = ${from} or (s.member_id = ${to} and r.account_id = ${to}))`.execute(tx)
}

/** Tells the open pages of everybody who may read a request that its comments have changed. */
export async function tellRequestReaders(tx: Db, requestId: string): Promise<void> {
  await sql`
    select count(pg_notify(${LIVE_CHANNEL}, json_build_object('a', a.id, 'r', true)::text)::text)
    from requests r join account_facts a on a.workspace_id = r.workspace_id
    where r.id = ${requestId} and a.deleted_at is null and sees_request(r.id, a.id)`.execute(tx)
}
