import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What stands beside counts: names of files, and what contacts use to do. */
type Db = Kysely<Database>

export interface FileName {
  fileId: string
  path: string
  slug: string
}

/** Of files in standing transfers of the account; of a file in several the one sent last. */
export async function findFileNames(db: Db, accountId: string, fileIds: readonly string[]): Promise<FileName[]> {
  const { rows } = await sql<FileName>`
    select distinct on (tf.file_id) tf.file_id as "fileId", tf.path, t.slug
    from transfer_contents tf join transfer_facts t on t.id = tf.transfer_id
    where tf.file_id = any(${[...fileIds]}::text[]) and t.account_id = ${accountId} and t.deleted_at is null
    order by tf.file_id, t.sent_at desc`.execute(db)
  return rows
}

/** Without its folders. */
export const nameOf = (found: FileName | undefined): string | null => found?.path.split('/').at(-1) ?? null

/** How long each took from the sending until they had all of it, of what was sent within the stretch. */
export async function findMedians(
  db: Db,
  accountId: string,
  addresses: readonly string[],
  within: { from: Date; to: Date },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ address: string; seconds: number }>`
    select r.address, percentile_cont(0.5) within group (
      order by extract(epoch from r.finished_at - r.created_at)
    )::float8 as seconds
    from recipient_facts r join transfer_facts t on t.id = r.transfer_id and t.account_id = ${accountId}
    where r.address = any(${[...addresses]}::text[]) and r.finished_at is not null
      and r.created_at >= ${within.from}::timestamptz and r.created_at < ${within.to}::timestamptz
    group by r.address`.execute(db)
  return new Map(rows.map(({ address, seconds }) => [address, seconds]))
}

/** By so many of the last things each did, habits are told: however much it was, it is read at once. */
const HABIT = 100

/** The hour of their own day in which each opened and fetched most of late; the earlier one where two are alike. */
export async function findBestHours(
  db: Db,
  accountId: string,
  addresses: readonly string[],
  within: { from: number; to: number },
): Promise<Map<string, number>> {
  const lastOf = (table: RawBuilder<unknown>) => sql`
    (select quarter, local_hour from ${table}
    where account_id = ${accountId} and address = one.address and quarter >= ${within.from}
      and quarter < ${within.to} and kind <> 'mail' and local_hour is not null
    order by quarter desc limit ${HABIT})`
  const { rows } = await sql<{ address: string; hour: number }>`
    select distinct on (address) address, local_hour as hour
    from unnest(${[...addresses]}::text[]) one (address) cross join lateral (
      select local_hour from (${lastOf(sql`counted`)} union all ${lastOf(sql`counted_fresh`)}) seen
      order by quarter desc limit ${HABIT}
    ) late
    group by address, local_hour order by address, count(*) desc, local_hour`.execute(db)
  return new Map(rows.map(({ address, hour }) => [address, hour]))
}
