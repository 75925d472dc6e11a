import { type Kysely, sql } from 'kysely'
import { isPresent } from '../database/presence.ts'
import type { Database } from '../database/schema.ts'
import { MOST_CLAIMS } from './claim-watch.ts'
import { MAX_OUTSTANDING_BYTES } from './send-bytes.ts'

/**
 * Answers that are on their way or broke off. What was written to a line that then broke may have arrived or not; a
 * recipient who goes on behind it says that it has. Rows of answers that arrived whole are not kept.
 */
type Db = Kysely<Database>

/** Half an answer is of no use to anybody after this. */
const KEPT_DAYS = 30

/** What an answer's bytes are counted in, and for whom. */
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
  /** Everything before it is known to have arrived. */
  arrivedTo: number
  /** The kernel has taken everything before it; a little behind it may have gone out as well. */
  writtenTo: number
}

/** Keeps how far an answer has come; `nodeId` is null once it is over. */
export async function keepSending(
  tx: Db,
  sending: Sending,
  { arrivedTo, writtenTo }: SendingProgress,
  nodeId: string | null,
): Promise<void> {
  await sql`
    insert into sendings as s (id, recipient_id, resource, starts_at, ends_at, arrived_to, written_to, node_id)
    values (${sending.id}, ${sending.recipientId}, ${sending.resource}, ${sending.startsAt}, ${sending.endsAt},
      ${arrivedTo}, ${writtenTo}, ${nodeId})
    on conflict (id) do update set node_id = excluded.node_id, changed_at = now(),
      arrived_to = greatest(s.arrived_to, excluded.arrived_to),
      written_to = greatest(s.written_to, excluded.written_to)`.execute(tx)
}

/** Forgets an answer of which nothing is in doubt any more, and old ones of the same recipient. */
export async function dropSending(tx: Db, { id, recipientId }: Sending): Promise<void> {
  await sql`
    delete from sendings where id = ${id} or (
      recipient_id = ${recipientId} and changed_at < now() - make_interval(days => ${KEPT_DAYS})
    )`.execute(tx)
}

/** How far the recipient said to have an answer, asking for what lies behind while it still ran. */
export async function readClaims(tx: Db, { id }: Sending): Promise<number[]> {
  const row = await tx.selectFrom('sendings').select('claims').where('id', '=', id).executeTakeFirst()
  return row?.claims ?? []
}

/**
 * The recipient asks for the rest of an answer, from byte `from` to the same end: of every such answer that is over and had
 * come so far, the part in doubt before `from` is now known to have arrived. One that is over reaches as far as it was
 * written and what the kernel had been handed besides; one whose process ended may have reached its end. Nothing of it is
 * in doubt afterwards: what lies behind `from` did not arrive, or it would not be asked for. One still running is given
 * the claim: whoever sends it decides.
 *
 * @returns the stretches of the resource that are known from now on
 */
export async function continueSendings(
  tx: Db,
  { recipientId, resource }: Resource,
  { from, to }: { from: number; to: number },
): Promise<Array<{ from: number; to: number }>> {
  const { rows } = await sql<{ arrived_to: number }>`
    with doubtful as (
      select id, arrived_to, node_id is not null and ${isPresent(sql<string>`node_id`)} as is_running,
        case when node_id is null then least(ends_at, written_to + ${MAX_OUTSTANDING_BYTES}::int8) else ends_at end as reach
      from sendings
      where recipient_id = ${recipientId} and resource = ${resource} and arrived_to < ${from}::int8
        and ends_at = ${to}::int8
    ), claimed as (
      update sendings s set claims = s.claims || ${from}::int8
      from doubtful d where s.id = d.id and d.is_running and cardinality(s.claims) < ${MOST_CLAIMS}
    ), settled as (
      delete from sendings s using doubtful d where s.id = d.id and not d.is_running and ${from}::int8 <= d.reach
      returning d.arrived_to
    )
    select arrived_to from settled`.execute(tx)
  return rows.map(({ arrived_to }) => ({ from: arrived_to, to: from }))
}
