import type { Standing } from '@waybill/contract/billing/standing'
import { type Kysely, sql } from 'kysely'
import { shareAccount } from '../identity/accounts/index.ts'
import type { Database } from '../platform/database/schema.ts'
import { accountKey } from './allowance-store.ts'

/**
 * What accounts use, beside their live rows. Under 'sends:{account}:{YYYY-MM}' count the transfers of a month, under
 * 'requests:{account}:{YYYY-MM}' its requests; months are UTC, by the database's clock.
 */
type Db = Kysely<Database>

/** How long an account is new, in days. */
const NEW_DAYS = 7

/** What an account uses just now. */
export interface Usage {
  usedBytes: number
  /** Of uploads under way. */
  reservedBytes: number
  /** Saved transfers, forwards and link sends of this UTC month. */
  monthTransfers: number
}

/** An account as it stands at this instant. */
export interface LiveAccount extends Usage, Standing {
  id: string
  email: string
  /** In its first week. */
  isNew: boolean
  /** The UTC day, 'YYYY-MM-DD'. */
  day: string
}

/** The key under which an account's transfers of one UTC month count as sends; `month` is 'YYYY-MM'. */
export const monthKey = (accountId: string, month: string): string => `sends:${accountId}:${month}`
/** The key under which an account's requests of one UTC month count; `month` is 'YYYY-MM'. */
export const requestsKey = (accountId: string, month: string): string => `requests:${accountId}:${month}`
/** The month of a day. */
export const monthOf = (day: string): string => day.slice(0, 7)

const counters = sql`coalesce(storage.used_bytes, 0) as "usedBytes",
  coalesce(storage.reserved_bytes, 0) as "reservedBytes", coalesce(month.sends, 0) as "monthTransfers"`

const countersOf = (accountId: string) => sql`
  (select to_char(now() at time zone 'utc', 'YYYY-MM-DD') as day) as today
  left join allowances as storage on storage.key = ${accountKey(accountId)}
  left join allowances as month on month.key = ${monthKey(accountId, '')} || left(today.day, 7)`

/** Month and day are the database's. */
export async function readUsage(db: Db, accountId: string): Promise<Usage> {
  const { rows } = await sql<Usage>`select ${counters} from ${countersOf(accountId)}`.execute(db)
  return rows[0] as Usage
}

/** Saved transfers, forwards and link sends of this UTC month alone. */
export const readMonthTransfers = (db: Db, accountId: string): Promise<number> => readMonth(db, monthKey(accountId, ''))

/** Requests of this UTC month. */
export const readMonthRequests = (db: Db, accountId: string): Promise<number> =>
  readMonth(db, requestsKey(accountId, ''))

async function readMonth(db: Db, keyStart: string): Promise<number> {
  const row = await db
    .selectFrom('allowances')
    .select('sends')
    .where('key', '=', sql<string>`${keyStart} || to_char(now() at time zone 'utc', 'YYYY-MM')`)
    .executeTakeFirst()
  return row?.sends ?? 0
}

/**
 * The account's live row with what it uses; null where it is gone. With `hold` the row stays as it is until the
 * transaction ends: call it before anything else is locked.
 */
export async function readLiveAccount(
  db: Db,
  accountId: string,
  { hold = false }: { hold?: boolean } = {},
): Promise<LiveAccount | null> {
  if (hold) await shareAccount(db, accountId)
  const { rows } = await sql<LiveAccount>`
    select a.id, a.email, a.role, a.subscription, a.suspended_at is not null as "isSuspended", today.day,
      a.created_at > now() - make_interval(days => ${NEW_DAYS}) as "isNew", ${counters}
    from account_facts a cross join ${countersOf(accountId)}
    where a.id = ${accountId} and a.deleted_at is null`.execute(db)
  return rows[0] ?? null
}
