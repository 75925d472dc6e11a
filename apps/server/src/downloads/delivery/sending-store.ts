import { type Carried, NEIGHBOUR_SECONDS } from '@waybill/contract/tracking/evidence'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { isPresent } from '../../platform/database/starting/presence.ts'

/**
 * Answers in progress, answers that were cut with something in doubt, and answers that began where another may be cut.
 * One row each; those that can teach us nothing more are deleted. Below, the statements beside the ledgers about who
 * has what, compared with them.
 */
type Db = Kysely<Database>

/** Half an answer is useless after this time. */
const KEPT_DAYS = 30
/**
 * How long a range that was read whole is kept as a neighbour; longer while another answer runs that may be cut before
 * it.
 */
const KEPT_AS_NEIGHBOUR_MINUTES = 10

/** The thing whose bytes an answer counts, and for whom. */
export interface Resource {
  recipientId: string
  /** A file's id, or 'zip:' and the archive's entity tag. */
  resource: string
}

export interface Sending extends Resource {
  id: string
  /** The answer holds bytes `[startsAt, endsAt)` of the resource. */
  startsAt: number
  endsAt: number
}

export interface SendingProgress {
  /** The kernel has taken everything before it. */
  writtenTo: number
  /** The other end has acknowledged everything before it. */
  arrivedTo: number
  /** Everything before it is known to have been read. */
  readTo: number
}

/**
 * Stores an answer's progress; `nodeId` is null once it has ended, and that state is final. The first call says whether
 * its reader may seek.
 */
export async function keepSending(
  tx: Db,
  { mayJump = false, ...sending }: Sending & { mayJump?: boolean },
  { writtenTo, arrivedTo, readTo }: SendingProgress,
  nodeId: string | null,
): Promise<void> {
  await sql`
    insert into sendings as s
      (id, recipient_id, resource, starts_at, ends_at, read_to, arrived_to, written_to, node_id, ended_at, may_jump)
    values (${sending.id}, ${sending.recipientId}, ${sending.resource}, ${sending.startsAt}, ${sending.endsAt},
      ${readTo}, ${arrivedTo}, ${writtenTo}, ${nodeId}, case when ${nodeId}::text is null then now() end, ${mayJump})
    on conflict (id) do update set node_id = excluded.node_id, changed_at = now(), ended_at = excluded.ended_at,
      read_to = case when excluded.node_id is null then excluded.read_to else greatest(s.read_to, excluded.read_to) end,
      arrived_to = case when excluded.node_id is null then excluded.arrived_to
        else greatest(s.arrived_to, excluded.arrived_to) end,
      written_to = greatest(s.written_to, excluded.written_to)`.execute(tx)
}

/** Deletes an answer that can teach us nothing more. */
export async function dropSending(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('sendings').where('id', '=', id).execute()
}

/** Deletes a recipient's ended answers that are no longer useful. */
export async function pruneSendings(tx: Db, recipientId: string): Promise<void> {
  await sql`
    delete from sendings s where recipient_id = ${recipientId} and (
      (node_id is null and changed_at < now() - make_interval(days => ${KEPT_DAYS}))
      or (node_id is null and read_to = arrived_to and not may_jump
        and ended_at < now() - make_interval(mins => ${KEPT_AS_NEIGHBOUR_MINUTES})
        and not exists (select from sendings open where open.recipient_id = s.recipient_id and open.node_id is not null))
    )`.execute(tx)
}

/** Answers of dead processes were cut at their last update. */
const wasCutAt = sql<Date>`case when node_id is null then ended_at
  when not ${isPresent(sql<string>`node_id`)} then changed_at end`

/** Whether the recipient requested the resource, in the last day, as a client that may seek. */
export async function hasJumped(tx: Db, { recipientId, resource }: Resource): Promise<boolean> {
  const { rows } = await sql<{ has_jumped: boolean }>`
    select exists (
      select from sendings where recipient_id = ${recipientId} and resource = ${resource} and may_jump
        and began_at > now() - interval '1 day'
    ) as has_jumped`.execute(tx)
  return rows[0]?.has_jumped ?? false
}

/**
 * The starts of ranges of the resource that the recipient had open when an answer was cut just now, opened since it
 * began, or within `NEIGHBOUR_SECONDS` before.
 */
export async function listNeighbours(tx: Db, { id, recipientId, resource }: Sending): Promise<number[]> {
  const { rows } = await sql<{ starts_at: number }>`
    select starts_at from sendings
    where recipient_id = ${recipientId} and resource = ${resource} and id <> ${id} and not may_jump
      and (${wasCutAt} is null or began_at > now() - make_interval(secs => ${NEIGHBOUR_SECONDS})
        or began_at >= (select own.began_at from sendings own where own.id = ${id}))`.execute(tx)
  return rows.map(({ starts_at }) => starts_at)
}

/** An answer that was cut, with bytes `[readTo, arrivedTo)` in doubt. */
export interface CutSending extends Carried {
  id: string
  readTo: number
}

/**
 * Answers of the resource that were cut with byte `at` in doubt: within `NEIGHBOUR_SECONDS` and by a client that does
 * not seek, or any of them at any time where the client says that it resumes.
 */
export async function listCutBehind(
  tx: Db,
  { recipientId, resource }: Resource,
  at: number,
  isResumed: boolean,
): Promise<CutSending[]> {
  const { rows } = await sql<CutSending>`
    select id, starts_at as "startsAt", arrived_to as "arrivedTo", read_to as "readTo"
    from sendings
    where recipient_id = ${recipientId} and resource = ${resource} and read_to < ${at}::int8 and ${at}::int8 <= arrived_to
      and case when ${isResumed}::boolean then ${wasCutAt} is not null
        else not may_jump and ${wasCutAt} > now() - make_interval(secs => ${NEIGHBOUR_SECONDS}) end`.execute(tx)
  return rows
}

/** How far an answer that was cut is known to have been read; deletes it once nothing of it is in doubt. */
export async function settleCut(tx: Db, id: string, readTo: number): Promise<void> {
  await sql`update sendings set read_to = greatest(read_to, ${readTo}::int8) where id = ${id}`.execute(tx)
}

/** Answers that were cut with bytes in doubt, of all processes. */
export async function countInDoubt(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sendings where read_to < arrived_to and ${wasCutAt} is not null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether an answer to the recipient is in progress, in any process. */
export async function hasRunning(tx: Db, recipientId: string): Promise<boolean> {
  const { rows } = await sql<{ is_running: boolean }>`
    select exists (
      select from sendings where recipient_id = ${recipientId} and ${wasCutAt} is null
    ) as is_running`.execute(tx)
  return rows[0]?.is_running ?? false
}

const MOST = 1_000
/** A job notices within this time that a recipient has everything that is left. */
const GRACE = '10 minutes'

export interface OffRow {
  recipientId: string
  /** Null: it concerns the recipient as a whole. */
  fileId: string | null
  what: string
}

/** Whether an entry `e` names the file of a delivery `d`. */
const namesFile = sql`(e.file_id = d.file_id or exists (
  select from jsonb_array_elements(e.files) as file where file ->> 'id' = d.file_id
))`

/** Entries of the recipient of `d` or `r`, by people. */
const entriesOf = (recipient: string) => sql`
  from event_facts e where e.recipient_id = ${sql.ref(recipient)} and e.actor_kind = 'human'`

/** Rows have exactly the time of their entry. */
const isApart = (one: string) => sql`${sql.ref(one)} <> e.at`

/** Openings that differ from the first entry about one, or that have no entry. */
export async function listOffOpenings(db: Db): Promise<OffRow[]> {
  const { rows } = await sql<OffRow>`
    select r.id as "recipientId", null as "fileId", case when e.at is null then 'opened without an entry'
      when r.opened_at is null then 'opening wiped' else 'opened at another time than recorded' end as what
    from recipient_facts r left join lateral (
      select e.at ${entriesOf('r.id')} and e.kind = 'opened' order by e.place limit 1
    ) e on true
    where (r.opened_at is null) <> (e.at is null) or ${isApart('r.opened_at')}
    order by r.id limit ${MOST}`.execute(db)
  return rows
}

/** Deliveries without an entry, or whose finish differs from their entry, or was wiped. */
export async function listOffDeliveries(db: Db): Promise<OffRow[]> {
  const { rows } = await sql<OffRow>`
    select d.recipient_id as "recipientId", d.file_id as "fileId",
      case when not exists (
          select ${entriesOf('d.recipient_id')} and e.kind in ('begun', 'delivered', 'finished') and ${namesFile}
        ) then 'delivery without an entry'
        when d.finished_at is null then 'finish wiped'
        when e.at is null then 'finished without an entry' else 'finished at another time than recorded' end as what
    from deliveries d left join lateral (
      select e.at ${entriesOf('d.recipient_id')} and e.kind = 'finished' and ${namesFile} order by e.place limit 1
    ) e on true
    where (d.finished_at is null) <> (e.at is null) or ${isApart('d.finished_at')}
      or not exists (
        select ${entriesOf('d.recipient_id')} and e.kind in ('begun', 'delivered', 'finished') and ${namesFile}
      )
    order by 1, 2 limit ${MOST}`.execute(db)
  return rows
}

/** Entries about a finished file whose delivery is gone. */
export async function listMissingDeliveries(db: Db): Promise<OffRow[]> {
  const { rows } = await sql<OffRow>`
    select e.recipient_id as "recipientId", file.id as "fileId", 'delivery taken away' as what
    from event_facts e cross join lateral files_counted(e.kind, e.file_id, e.files) as file (id)
    where e.kind = 'finished' and e.actor_kind = 'human' and e.recipient_id is not null and not exists (
      select from deliveries d where d.recipient_id = e.recipient_id and d.file_id = file.id
    ) order by 1, 2 limit ${MOST}`.execute(db)
  return rows
}

/**
 * Recipients marked as complete at a time at which nothing of theirs was finished. Wiped: all current files are
 * finished, but the mark has been missing for long.
 */
export async function listOffFinishes(db: Db): Promise<OffRow[]> {
  const { rows } = await sql<OffRow>`
    select r.id as "recipientId", null as "fileId",
      case when r.finished_at is null then 'finish wiped' else 'finished at another time than recorded' end as what
    from recipient_facts r
    where r.finished_at is not null and not exists (
      select ${entriesOf('r.id')} and e.kind = 'finished' and not (${isApart('r.finished_at')})
    ) or r.finished_at is null and r.removed_at is null and (
      select bool_and(coalesce(d.finished_at, now()) < now() - ${GRACE}::interval)
        and not exists (
          select from transfer_contents gone
          where gone.transfer_id = r.transfer_id and gone.removed_at >= now() - ${GRACE}::interval
        )
      from transfer_contents tf join stored_files f on f.id = tf.file_id
      left join deliveries d on d.file_id = tf.file_id and d.recipient_id = r.id
      where tf.transfer_id = r.transfer_id and tf.removed_at is null and f.withdrawn_at is null
    )
    order by r.id limit ${MOST}`.execute(db)
  return rows
}

/**
 * Deliveries of more bytes than the file has, or than entries and answers that are in progress or broke off can
 * explain.
 */
export async function listUnexplainedBytes(db: Db): Promise<OffRow[]> {
  const { rows } = await sql<OffRow>`
    select d.recipient_id as "recipientId", d.file_id as "fileId",
      format('%s bytes, of which %s are recorded', d.bytes, least(known.bytes, f.bytes)) as what
    from deliveries d join stored_files f on f.id = d.file_id cross join lateral (
      select case when d.finished_at is not null then f.bytes else coalesce((
        select sum(e.bytes) ${entriesOf('d.recipient_id')} and e.kind = 'delivered'
          and (${namesFile} or e.file_id is null and e.files is null)
      ), 0) + coalesce((
        select sum(s.arrived_to - s.starts_at) from sendings s
        where s.recipient_id = d.recipient_id and (s.resource = d.file_id or s.resource like 'zip:%')
      ), 0) end as bytes
    ) known
    where d.bytes > least(known.bytes, f.bytes)
    order by 1, 2 limit ${MOST}`.execute(db)
  return rows
}
