import type { Role } from '@waybill/contract/billing/plans'
import type { SubscriptionStatus } from '@waybill/contract/identity/profile-endpoints'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What the operator sees and changes of accounts. Every call reads the live row, so that a change holds at once. */
type Db = Kysely<Database>

const ROWS_PER_PAGE = 1_000

export interface OperatedChange {
  role?: Role
  subscription?: SubscriptionStatus
  isSuspended?: boolean
}

/** The account's id; null where none has the address. A suspension keeps the time it began. */
export async function changeOperated(db: Db, address: string, change: OperatedChange): Promise<string | null> {
  const { role, subscription, isSuspended } = change
  const row = await db
    .updateTable('accounts')
    .set((account) => ({
      role: role ?? account.ref('role'),
      subscription: subscription ?? account.ref('subscription'),
      suspended_at:
        isSuspended === undefined
          ? account.ref('suspended_at')
          : isSuspended
            ? sql<Date>`coalesce(suspended_at, now())`
            : null,
    }))
    .where('email', '=', address)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export interface OperatedAccount {
  id: string
  email: string
  fullName: string
  company: string
  role: string
  subscription: SubscriptionStatus
  createdAt: Date
  suspendedAt: Date | null
}

/** Every account by address, a page at a time. */
export async function* eachAccount(db: Db): AsyncGenerator<OperatedAccount> {
  for (let after = ''; ; ) {
    const { rows } = await sql<OperatedAccount>`
      select id, email, full_name as "fullName", company, role, subscription, created_at as "createdAt",
        suspended_at as "suspendedAt"
      from accounts where email > ${after} and deleted_at is null order by email limit ${ROWS_PER_PAGE}`.execute(db)
    yield* rows
    if (rows.length < ROWS_PER_PAGE) return
    after = rows.at(-1)?.email ?? ''
  }
}
