import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import type { ListPlace } from './list-cursor.ts'
import type { TransferSort } from './list-order.ts'
import { firstFile, type ListedRow, listedColumns } from './listed-store.ts'

/** Transfers mailed to an address that an account has proven. The receiver sees what the mail and the link show, and of
 * downloads their own; of other recipients nothing, not even by searching. What a password closes stays closed. */
type Db = Kysely<Database>

/** Searched, or in another order than by age, so many of the latest count. */
const LATEST = 2_000

export interface ReceivedWish {
  sort: TransferSort
  patterns: readonly string[]
  after: ListPlace | null
  skip: number
  take: number
}

export interface ReceivedRow extends ListedRow {
  recipient_id: string
  is_locked: boolean
}

/** One link of each transfer, also where several addresses of the account have one. */
const received = (accountId: string, latest: RawBuilder<unknown>) => sql`
  select got.* from account_emails a cross join lateral (
    select r.id, r.transfer_id, r.received_at, r.address from recipients r
    where r.address = a.address and r.received_at is not null and not exists (
      select 1 from account_emails o join recipients other on other.address = o.address
      where o.account_id = ${accountId} and o.address <> a.address and other.transfer_id = r.transfer_id
        and other.received_at is not null and other.id < r.id
    ) ${latest}
  ) got where a.account_id = ${accountId}`

/** The next received transfers: recipients' ids. */
export function listReceivedPlaces(db: Db, accountId: string, wish: ReceivedWish): Promise<ListPlace[]> {
  const isByAge = (wish.sort === 'new' || wish.sort === 'old') && wish.patterns.length === 0
  return isByAge ? byAge(db, accountId, wish) : amongLatest(db, accountId, wish)
}

async function byAge(db: Db, accountId: string, { sort, after, skip, take }: ReceivedWish): Promise<ListPlace[]> {
  const [beyond, direction] = sort === 'old' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`]
  const isBehind =
    after === null
      ? sql``
      : sql`and (r.received_at, r.id) ${beyond}
          ('epoch'::timestamptz + ${after.key ?? 0}::double precision * interval '1 microsecond', ${after.id})`
  const latest = sql`${isBehind} order by r.received_at ${direction}, r.id ${direction} limit ${skip + take}`
  const { rows } = await sql<ListPlace>`
    select id, (extract(epoch from received_at) * 1000000)::int8 as key from (${received(accountId, latest)}) listed
    order by listed.received_at ${direction}, listed.id ${direction} limit ${take} offset ${skip}`.execute(db)
  return rows
}

const sentKey = sql`(extract(epoch from got.received_at) * 1000000)::int8`
const keys: Record<TransferSort, RawBuilder<unknown>> = {
  new: sql`-${sentKey}`,
  old: sentKey,
  expiring: sql`(extract(epoch from case when t.expires_at > now() then t.expires_at end) * 1000000)::int8`,
  size: sql`-t.bytes`,
  downloads: sql`-(select count(*) from delivery_facts d where d.recipient_id = got.id and d.finished_at is not null)`,
}

/** Ordered by a number, least first; null, of what never ends or has ended, is the greatest. */
async function amongLatest(db: Db, accountId: string, wish: ReceivedWish): Promise<ListPlace[]> {
  const { sort, patterns, after, skip, take } = wish
  const greatest = 2 ** 53 - 1
  const isBehind = after === null ? sql`true` : sql`(place, id) > (${after.key ?? greatest}::int8, ${after.id})`
  const latest = sql`order by r.received_at desc, r.id desc limit ${sql.lit(LATEST)}`
  const { rows } = await sql<ListPlace>`
    select id, nullif(place, ${greatest}::int8) as key from (
      select got.id, coalesce(${keys[sort]}, ${greatest}::int8) as place
      from (select * from (${received(accountId, latest)}) got order by received_at desc, id desc limit ${sql.lit(LATEST)}) got
      join transfers t on t.id = got.transfer_id
      where ${patterns.length === 0 ? sql`true` : fits(patterns)}
    ) listed where ${isBehind} order by place, id limit ${take} offset ${skip}`.execute(db)
  return rows
}

const fits = (patterns: readonly string[]) => sql`lower(concat_ws(E'\n', t.slug, t.sender_address, t.sender_name,
  case when t.password_hash is null then (
    select string_agg(path, E'\n') from transfer_files where transfer_id = t.id and removed_at is null
  ) end)) like all(${[...patterns]}::text[])`

/** Received transfers by their recipients' ids, in that order. */
export async function readReceived(db: Db, accountId: string, ids: readonly string[]): Promise<ReceivedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ReceivedRow>`
    select ${listedColumns}, r.id as recipient_id, t.password_hash is not null as is_locked,
      (select count(*)::int from delivery_facts d where d.recipient_id = r.id and d.finished_at is not null) as downloads,
      json_build_array(json_build_object('email', r.address, 'name', r.name)) as people, 1 as person_count, 0 as device_count, 0 as devices_finished,
      r.finished_at is not null as is_delivered, false as is_handed
    from unnest(${[...ids]}::text[]) with ordinality as given (id, nth)
    join recipients r on r.id = given.id and r.received_at is not null
    join account_emails a on a.address = r.address and a.account_id = ${accountId}
    join transfers t on t.id = r.transfer_id and t.deleted_at is null
    ${firstFile}
    order by given.nth`.execute(db)
  return rows
}
