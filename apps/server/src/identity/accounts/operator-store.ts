import { type Kysely, sql } from 'kysely'
import type { TimeCursor } from '../../platform/cursor.ts'
import { cursorInstant } from '../../platform/database/cursor-instant.ts'
import type { Database } from '../../platform/database/schema.ts'

/** Accounts as the server's operators see them, and who these are. */
type Db = Kysely<Database>

/** Makes the account of an address an operator, or ends that. The account's id; null where none has the address. */
export async function setOperator(db: Db, address: string, isOperator: boolean): Promise<string | null> {
  const row = await db
    .updateTable('accounts')
    .set({ operator_since: isOperator ? sql<Date>`coalesce(operator_since, now())` : null })
    .where('email', '=', address)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export interface Operator {
  id: string
  email: string
  since: Date
  isSuspended: boolean
}

/** Those who have been operators for longest first. */
export async function listOperators(db: Db): Promise<Operator[]> {
  const { rows } = await sql<Operator>`
    select id, email, operator_since as since, suspended_at is not null as "isSuspended" from accounts
    where operator_since is not null and deleted_at is null order by operator_since, email`.execute(db)
  return rows
}

export interface SearchedAccount {
  id: string
  email: string
  full_name: string
  company: string
  role: string
  subscription: string
  team_role: string
  created_at: Date
  suspended_at: Date | null
  suspended_because: string
  is_operator: boolean
  /** Microseconds, for the cursor. */
  created_us: number
}

/**
 * At most `take` living accounts, newest first, that `q` finds in their address, name or company, or by their id. Only
 * those are joined to what else is known of them.
 */
export async function searchAccountsBy(
  db: Db,
  { q, after, take }: { q: string; after: TimeCursor | null; take: number },
): Promise<SearchedAccount[]> {
  const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<SearchedAccount>`
    with found as (
      select id, created_at, suspended_because, operator_since from accounts
      where deleted_at is null and email is not null
        and (${q} = '' or id = ${q} or email ilike ${like} or full_name ilike ${like} or company ilike ${like})
        and ${after === null ? sql`true` : sql`(created_at, id) < (${cursorInstant(after.at)}, ${after.id}::text)`}
      order by created_at desc, id desc limit ${take})
    select a.id, f.email, f.full_name, f.company, f.role, f.subscription, f.team_role, a.created_at, f.suspended_at,
      a.suspended_because, a.operator_since is not null as is_operator,
      (extract(epoch from a.created_at) * 1000000)::int8 as created_us
    from found a join account_facts f on f.id = a.id order by a.created_at desc, a.id desc`.execute(db)
  return rows
}
