import { type Kysely, sql } from 'kysely'
import type { TimeCursor } from '../../platform/cursor.ts'
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

/** At most `take` living accounts, newest first, that `q` finds in their address, name or company, or by their id. */
export async function searchAccountsBy(
  db: Db,
  { q, after, take }: { q: string; after: TimeCursor | null; take: number },
): Promise<SearchedAccount[]> {
  const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<SearchedAccount>`
    select a.id, a.email, a.full_name, a.company, f.role, f.subscription, f.team_role, a.created_at, a.suspended_at,
      a.suspended_because, a.operator_since is not null as is_operator,
      (extract(epoch from a.created_at) * 1000000)::int8 as created_us
    from accounts a join account_facts f on f.id = a.id
    where a.deleted_at is null and a.email is not null
      and (${q} = '' or a.id = ${q} or a.email ilike ${like} or a.full_name ilike ${like} or a.company ilike ${like})
      and (${after === null} or
        ((extract(epoch from a.created_at) * 1000000)::int8, a.id) < (${after?.at ?? 0}::int8, ${after?.id ?? ''}))
    order by created_us desc, a.id desc limit ${take}`.execute(db)
  return rows
}
