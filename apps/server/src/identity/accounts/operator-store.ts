import { type Kysely, sql } from 'kysely'
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
