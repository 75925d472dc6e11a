import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What stands beside the ledgers about who has what, held against them. */
type Db = Kysely<Database>

const MOST = 1_000
/** That a recipient has all that is left is noticed by a job. */
const GRACE = '10 minutes'

export interface OffRow {
  recipientId: string
  /** Null: it is about the recipient as a whole. */
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

/** Rows have the time of their entry itself. */
const isApart = (one: string) => sql`${sql.ref(one)} <> e.at`

/** Openings that are not those of the first entry about one, or of which there is none. */
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

/** Deliveries that no entry names, that are finished otherwise than their entry says, or wiped. */
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

/** Entries about a finished file of which there is no delivery any more. */
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
 * Recipients who are said to have everything at a time at which nothing of theirs was finished. Wiped: all that stands is
 * finished, and nothing says so though it has long been.
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

/** Deliveries of more bytes than the file has, or than entries and answers that are under way or broke off can explain. */
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
