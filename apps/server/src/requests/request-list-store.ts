import type { RequestState } from '@waybill/contract/requests/shapes'
import { type Kysely, sql } from 'kysely'
import type { TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database/schema.ts'
import type { Whose } from '../transfers/index.ts'
import { type RequestRow, stateOf, withCounts } from './request-store.ts'

/** Lists of requests: those of an account or a workspace, and those that members share with an account. */
type Db = Kysely<Database>

export interface RequestListQuery {
  state: RequestState | null
  q: string | null
  after: TimeCursor | null
  take: number
}

/** The requests of these accounts, for a FROM and WHERE over `requests`. Only a workspace's own index begins with it. */
const isOf = ({ accountIds, workspaceId }: Whose) =>
  workspaceId !== null
    ? sql`requests.workspace_id = ${workspaceId} and requests.supplier_count >= 0`
    : accountIds.length === 1
      ? sql`requests.account_id = ${accountIds[0]}`
      : sql`requests.account_id = any(${[...accountIds]}::text[])`

/** Newest first. */
export async function listRequestsOf(db: Db, whose: Whose, query: RequestListQuery): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select requests.*, ${sql.join(withCounts)} from requests
    where ${isOf(whose)} and requests.deleted_at is null ${found(query)} ${behind(sql`requests.created_at, requests.id`, query.after)}
    order by requests.created_at desc, requests.id desc limit ${query.take}`.execute(db)
  return rows
}

/** Requests that members of its team share with the account, newest first; `isAssigned`: those that it looks after. */
export async function listRequestsFor(
  db: Db,
  { memberId, isAssigned }: { memberId: string; isAssigned: boolean },
  query: RequestListQuery,
): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select requests.*, ${sql.join(withCounts)}
    from request_shares shared join requests on requests.id = shared.request_id and requests.deleted_at is null
    where shared.member_id = ${memberId} ${isAssigned ? sql`and shared.is_assigned` : sql``}
      ${found(query)} ${behind(sql`shared.created_at, shared.request_id`, query.after)}
    order by shared.created_at desc, shared.request_id desc limit ${query.take}`.execute(db)
  return rows
}

function found({ state, q }: RequestListQuery) {
  const like = `%${(q ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const isState = state === null ? sql`` : sql`and ${stateOf} = ${state}`
  return q === null ? isState : sql`${isState} and (requests.title ilike ${like} or requests.slug = ${q})`
}

const behind = (place: ReturnType<typeof sql>, after: TimeCursor | null) =>
  after === null
    ? sql``
    : sql`and (${place}) < ('epoch'::timestamptz + ${after.at}::int8 * interval '1 microsecond', ${after.id})`

/** How many requests are in each state. */
export async function countRequestStates(db: Db, whose: Whose): Promise<Map<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select ${stateOf} as state, count(*)::int as count from requests
    where ${isOf(whose)} and requests.deleted_at is null group by 1`.execute(db)
  return new Map(rows.map(({ state, count }) => [state, count]))
}

/** Those of these requests, by id or slug, that accounts of the workspace made, with who did. */
export async function listRequestersAmong(
  db: Db,
  workspaceId: string,
  named: readonly string[],
): Promise<Array<{ id: string; slug: string; accountId: string }>> {
  const { rows } = await sql<{ id: string; slug: string; accountId: string }>`
    select id, slug, account_id as "accountId" from requests
    where (id = any(${[...named]}::text[]) or slug = any(${[...named]}::text[])) and workspace_id = ${workspaceId}`.execute(
    db,
  )
  return rows
}
