import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import type { FileRange } from '../delivery/delivery-store.ts'

/**
 * Downloads of a file by a recipient, where their number is limited: by an open link, of everybody who comes by it
 * together. A grant takes a number for each of its files and finishes it once. A download that is not finished goes to
 * the same browser when it asks again, and to others once its grant is over or no byte has moved for an hour. The quota
 * is taken from with the row of the recipient, or of the link, held.
 */
type Db = Kysely<Database>

const IDLE_HOURS = 1

export interface QuotaWish {
  recipientId: string
  grantId: string
  deviceId: string | null
  fileIds: readonly string[]
  /** Of each file. */
  limit: number
}

/**
 * Takes a download from the quota of each file that has one left; returns those. A download from before there was a
 * limit counts as one.
 */
export async function takeQuota(tx: Db, wish: QuotaWish): Promise<string[]> {
  const { recipientId, grantId, deviceId, fileIds, limit } = wish
  const { rows } = await sql<{ file_id: string }>`
    with taken as (
      select n.file_id, n.number, n.finished_at,
        n.finished_at is null and coalesce(g.device_id = ${deviceId}, false) as is_own,
        n.finished_at is null and (g.expires_at <= now() or g.created_at < coalesce(t.locked_at, g.created_at)
          or n.moved_at < now() - make_interval(hours => ${IDLE_HOURS})) as is_left
      from download_quota n join grants g on g.id = n.grant_id join transfer_facts t on t.id = g.transfer_id
      where n.recipient_id = ${recipientId} and n.file_id = any(${[...fileIds]}::text[])
    ), found as (
      select given.id as file_id,
        min(taken.number) filter (where is_own) as own,
        min(taken.number) filter (where is_left) as left_over,
        coalesce(max(taken.number), 0) + 1 as next,
        (
          select count(*)::int from deliveries d
          where d.file_id = given.id and d.finished_at < coalesce(min(taken.finished_at), 'infinity')
            and d.recipient_id = any(array(
              select ${recipientId} union all select id from recipient_facts where link_id = ${recipientId}
            ))
        ) as former
      from unnest(${[...fileIds]}::text[]) as given (id)
      left join taken on taken.file_id = given.id
      group by given.id
    )
    insert into download_quota as n (recipient_id, file_id, number, grant_id)
    select ${recipientId}, file_id, coalesce(own, left_over, next), ${grantId} from found
    where coalesce(own, left_over, next) <= ${limit} - former
    on conflict (recipient_id, file_id, number) do update set grant_id = excluded.grant_id, moved_at = now(), ranges = '{}'
    returning file_id`.execute(tx)
  return rows.map(({ file_id }) => file_id)
}

/** Notes what went out of a grant's quota, and finishes those that this makes whole. */
export async function useQuota(
  tx: Db,
  grantId: string,
  touched: readonly string[],
  arrived: readonly FileRange[],
): Promise<void> {
  // Of an open link several devices may fetch by one grant, each holding its own row alone.
  await sql`
    select from download_quota where grant_id = ${grantId} and file_id = any(${[...touched]}::text[])
    order by recipient_id, file_id, number for no key update`.execute(tx)
  await sql`
    with given as (
      select file_id, range_agg(int8range(from_byte, to_byte)) as ranges
      from unnest(
        ${arrived.map(({ fileId }) => fileId)}::text[],
        ${arrived.map(({ from }) => from)}::int8[],
        ${arrived.map(({ to }) => to)}::int8[]
      ) as file_range (file_id, from_byte, to_byte)
      group by file_id
    )
    update download_quota n set ranges = merged.ranges, moved_at = now(),
      finished_at = case when merged.has_arrived and merged.ranges @> int8range(0, merged.bytes) then now() end
    from (
      select n.recipient_id, n.file_id, n.number, f.bytes, g.file_id is not null as has_arrived,
        n.ranges + coalesce(g.ranges, '{}') as ranges
      from download_quota n join stored_files f on f.id = n.file_id left join given g on g.file_id = n.file_id
      where n.grant_id = ${grantId} and n.finished_at is null and n.file_id = any(${[...touched]}::text[])
    ) merged
    where n.recipient_id = merged.recipient_id and n.file_id = merged.file_id and n.number = merged.number
      and n.grant_id = ${grantId}`.execute(tx)
}

/** Whether a grant has quota for all of these files, and one of them is not finished yet. */
export async function hasQuota(db: Db, grantId: string, fileIds: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('download_quota')
    .select([sql<number>`count(*)::int`.as('held'), sql<number>`count(finished_at)::int`.as('finished')])
    .where('grant_id', '=', grantId)
    .where('file_id', '=', sql<string>`any(${[...fileIds]}::text[])`)
    .executeTakeFirstOrThrow()
  return row.held === new Set(fileIds).size && row.finished < row.held
}

/** Files whose number a grant has finished. */
export async function listFinished(db: Db, grantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('download_quota')
    .select('file_id')
    .where('grant_id', '=', grantId)
    .where('finished_at', 'is not', null)
    .execute()
  return rows.map(({ file_id }) => file_id)
}
