import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { isPresent } from '../../platform/database/starting/presence.ts'
import type { FileRange } from '../delivery/delivery-store.ts'

/**
 * Downloads of a file by a recipient, where their number is limited: on an open link, for all its visitors together. A
 * grant takes one download for each of its files and finishes it once. An unfinished download goes to the same browser
 * when it asks again, and to others once its grant has expired or no byte has moved for an hour. Taking from the quota
 * locks the row of the recipient, or of the link. Below, how many bytes of such files were sent, and who may send more,
 * so that concurrent answers of any process never send more together than is allowed.
 */
type Db = Kysely<Database>

const IDLE_HOURS = 1

export interface QuotaClaim {
  recipientId: string
  grantId: string
  deviceId: string | null
  fileIds: readonly string[]
  /** Of each file. */
  limit: number
}

/**
 * Takes a download from the quota of each file that has one left; returns those files. A download that finished before
 * the first one was taken from the quota counts as one; the time of taking is not that of the transaction's start, which
 * may have waited for the row. The finish of that first one cannot be compared: it is when the
 * server saved it, which may be later than its last byte.
 */
export async function takeQuota(tx: Db, claim: QuotaClaim): Promise<string[]> {
  const { recipientId, grantId, deviceId, fileIds, limit } = claim
  const { rows } = await sql<{ file_id: string }>`
    with taken as (
      select n.file_id, n.number, n.granted_at,
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
          where d.file_id = given.id and d.finished_at < coalesce(min(taken.granted_at), 'infinity')
            and d.recipient_id = any(array(
              select ${recipientId} union all select id from recipient_facts where link_id = ${recipientId}
            ))
        ) as former
      from unnest(${[...fileIds]}::text[]) as given (id)
      left join taken on taken.file_id = given.id
      group by given.id
    )
    insert into download_quota as n (recipient_id, file_id, number, grant_id, granted_at)
    select ${recipientId}, file_id, coalesce(own, left_over, next), ${grantId}, clock_timestamp() from found
    where coalesce(own, left_over, next) <= ${limit} - former
    on conflict (recipient_id, file_id, number) do update set grant_id = excluded.grant_id, moved_at = now(), ranges = '{}'
    returning file_id`.execute(tx)
  return rows.map(({ file_id }) => file_id)
}

/** Notes what was sent under a grant's quota, and finishes the downloads that this completes. */
export async function useQuota(
  tx: Db,
  grantId: string,
  touched: readonly string[],
  arrived: readonly FileRange[],
): Promise<void> {
  // On an open link several devices may download with one grant, each locking only its own row.
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

/** Files whose download a grant has finished. */
export async function listFinishedFiles(db: Db, grantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('download_quota')
    .select('file_id')
    .where('grant_id', '=', grantId)
    .where('finished_at', 'is not', null)
    .execute()
  return rows.map(({ file_id }) => file_id)
}

/** The size of a portion. */
export const DRAW_BYTES = 4 * 1024 * 1024
/** An answer that has moved nothing for this long does not stop others from starting again. */
const STALLED_SECONDS = 60
const MIB = 1024 * 1024

export interface FileBytes {
  fileId: string
  bytes: number
}

export interface DrawClaim {
  id: string
  recipientId: string
  nodeId: string
  /** Downloads of each file that the sender allows. */
  limit: number
  /**
   * It begins at the resource's first byte: another whole body. Otherwise it continues a broken one, or runs beside it.
   */
  isWhole: boolean
}

const toRows = (files: readonly FileBytes[]) => sql`unnest(
  ${files.map(({ fileId }) => fileId)}::text[], ${files.map(({ bytes }) => bytes)}::int8[]) as given (file_id, bytes)`

/**
 * The most bytes of a file `f` that may be sent: one body per allowed download; for the repeated ends half a body, at
 * most 64 MiB and a fiftieth; and what broken connections may have lost, at most one body in all.
 */
const mostOf = (limit: number) => sql`(${limit}::int8 * f.bytes
  + least(f.bytes / 2, ${64 * MIB}::int8 + f.bytes / 50) + least(f.bytes, coalesce(h.doubtful_bytes, 0)))`

const handedOf = (recipientId: string) =>
  sql`left join download_handed h on h.recipient_id = ${recipientId} and h.file_id = f.id`

/** Takes back what answers of dead processes were given and have not sent. */
export async function settleDead(tx: Db, recipientId: string): Promise<void> {
  await sql`
    with gone as (
      delete from download_draws where recipient_id = ${recipientId}
        and (not ${isPresent(sql<string>`node_id`)} or moved_at < now() - interval '1 day')
      returning file_id, open_bytes
    )
    update download_handed h set bytes = greatest(0, h.bytes - gone.open_bytes)
    from (select file_id, sum(open_bytes)::int8 as open_bytes from gone group by file_id) gone
    where h.recipient_id = ${recipientId} and h.file_id = gone.file_id`.execute(tx)
}

/**
 * Registers an answer that may send these bytes; false where not all of them are left. A whole body also counts what
 * other moving answers still have to send, so that a second one does not begin which neither could finish.
 */
export async function enterDraw(tx: Db, claim: DrawClaim, files: readonly FileBytes[]): Promise<boolean> {
  const { id, recipientId, nodeId, limit, isWhole } = claim
  const { rows } = await sql`
    select from ${toRows(files)} join stored_files f on f.id = given.file_id ${handedOf(recipientId)}
    left join lateral (
      select sum(rest_bytes)::int8 as bytes from download_draws d
      where d.recipient_id = ${recipientId} and d.file_id = f.id
        and d.moved_at > now() - make_interval(secs => ${STALLED_SECONDS})
    ) running on ${isWhole}::boolean
    where coalesce(h.bytes, 0) + coalesce(running.bytes, 0)
      + ${isWhole ? sql`given.bytes` : sql`least(given.bytes, ${DRAW_BYTES}::int8)`} > ${mostOf(limit)}
    limit 1`.execute(tx)
  if (rows.length > 0) return false
  await sql`
    insert into download_draws (id, recipient_id, file_id, node_id, rest_bytes)
    select ${id}, ${recipientId}, given.file_id, ${nodeId}, given.bytes from ${toRows(files)}`.execute(tx)
  return true
}

/**
 * Gives an answer the next bytes to send, after it has written the previous ones. False where not all of them are left.
 */
export async function giveNext(tx: Db, claim: DrawClaim, files: readonly FileBytes[]): Promise<boolean> {
  const { id, recipientId, limit } = claim
  const { rows } = await sql`
    insert into download_handed as h (recipient_id, file_id, bytes)
    select ${recipientId}, given.file_id, given.bytes from ${toRows(files)}
    join stored_files f on f.id = given.file_id ${handedOf(recipientId)}
    where coalesce(h.bytes, 0) + given.bytes <= ${mostOf(limit)}
    on conflict (recipient_id, file_id) do update set bytes = h.bytes + excluded.bytes
    returning file_id`.execute(tx)
  if (rows.length < files.length) return false
  await sql`
    update download_draws d set moved_at = now(), open_bytes = coalesce(given.bytes, 0),
      rest_bytes = greatest(0, d.rest_bytes - coalesce(given.bytes, 0))
    from download_draws own left join ${toRows(files)} on given.file_id = own.file_id
    where own.id = ${id} and d.id = own.id and d.file_id = own.file_id
      and (d.open_bytes > 0 or given.bytes is not null)`.execute(tx)
  return true
}

export interface Handed {
  /** Given and not written. */
  unsent: readonly FileBytes[]
  /** Written to a connection that broke. */
  doubtful: readonly FileBytes[]
}

/** An answer has ended. */
export async function leaveDraw(
  tx: Db,
  { id, recipientId }: Pick<DrawClaim, 'id' | 'recipientId'>,
  { unsent, doubtful }: Handed,
): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom('download_draws').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) return
  await sql`
    update download_handed h set bytes = greatest(0, h.bytes - given.bytes) from ${toRows(unsent)}
    where h.recipient_id = ${recipientId} and h.file_id = given.file_id`.execute(tx)
  await sql`
    update download_handed h set doubtful_bytes = least(f.bytes, h.doubtful_bytes + given.bytes)
    from ${toRows(doubtful)} join stored_files f on f.id = given.file_id
    where h.recipient_id = ${recipientId} and h.file_id = given.file_id`.execute(tx)
}

/** Those of these files of which another whole body is left. */
export async function listWithBodyLeft(
  tx: Db,
  recipientId: string,
  fileIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from stored_files f ${handedOf(recipientId)}
    where f.id = any(${[...fileIds]}::text[]) and coalesce(h.bytes, 0) + f.bytes <= ${mostOf(limit)}`.execute(tx)
  return rows.map(({ id }) => id)
}
