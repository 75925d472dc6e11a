import type { EvidenceKind } from '@waybill/contract/tracking/evidence'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { NotableEntry } from '../notifications/index.ts'
import type { Database, WebhookDeliveriesTable } from '../platform/database/schema.ts'
import { newId } from '../platform/ids.ts'
import { MAX_ATTEMPTS } from './retry-delay.ts'

/**
 * Deliveries to webhooks and their outcomes. Changing a webhook's deliveries, other than adding some, requires a lock
 * on the webhook.
 */
type Db = Kysely<Database>

/** At once to one webhook, from all processes. */
const MAX_AT_ONCE = 2
/** Longer than any attempt takes: a process that holds one longer has died. */
const HELD_SECONDS = 20

export type DeliveryRow = Pick<
  Selectable<WebhookDeliveriesTable>,
  'id' | 'kind' | 'state' | 'attempts' | 'next_at' | 'tried_at' | 'status' | 'failure' | 'ms' | 'created_at'
> & { slug: string | null }

/** Adds deliveries to a webhook, each once; returns how many were new. Those beyond `perHour` are only in the log. */
export async function addDeliveries(
  tx: Db,
  webhookId: string,
  entries: readonly NotableEntry[],
  perHour: number,
): Promise<number> {
  const lately = await sentWithinHour(tx, webhookId, perHour)
  const added = await tx
    .insertInto('webhook_deliveries')
    .values(
      entries.map(({ account_id: _owner, ...entry }, nth) => ({
        ...entry,
        id: newId(),
        webhook_id: webhookId,
        file_name: entry.file_name?.split('/').at(-1) ?? null,
        ...(lately + nth < perHour ? {} : { state: 'failed' as const, failure: 'too-many' }),
      })),
    )
    .onConflict((conflict) => conflict.columns(['webhook_id', 'event_id']).doNothing())
    .returning('id')
    .execute()
  return added.length
}

/** Counts no further than `most`. */
async function sentWithinHour(tx: Db, webhookId: string, most: number): Promise<number> {
  const { rows } = await sql<{ lately: number }>`
    select count(*)::int as lately from (
      select 1 from webhook_deliveries
      where webhook_id = ${webhookId} and created_at > now() - interval '1 hour' and failure is distinct from 'too-many'
      limit ${most}) as sent`.execute(tx)
  return rows[0]?.lately ?? 0
}

/** Returns its id. */
export async function addTest(tx: Db, webhookId: string): Promise<string> {
  const id = newId()
  await tx.insertInto('webhook_deliveries').values({ id, webhook_id: webhookId, kind: 'test' }).execute()
  return id
}

/** The subject of a delivery, according to the current rows: erased people are left out. */
export interface ClaimedDelivery {
  id: string
  kind: string
  at: Date
  slug: string | null
  /** The same for everything that one recipient does; on an open link each device is one. */
  recipient_id: string | null
  address: string | null
  request_slug: string | null
  request_title: string | null
  supplier_id: string | null
  supplier_name: string | null
  supplier_company: string | null
  /** Null where it was never proven. */
  supplier_address: string | null
  file_name: string | null
  file_count: number
  files_there: number | null
  country: string | null
  city: string | null
  device: string | null
  evidence: EvidenceKind | null
  doubt_bytes: number
  attempts: number
  /** When this series of attempts began. */
  began_at: Date
}

/** Claims due deliveries, as far as there is room, and counts the attempts. The caller locks the webhook. */
export async function claimDueDeliveries(tx: Db, webhookId: string, room: number): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with claimed as (
      update webhook_deliveries set held_until = now() + make_interval(secs => ${HELD_SECONDS}), attempts = attempts + 1
      where id in (
        select id from webhook_deliveries
        where webhook_id = ${webhookId} and state = 'waiting' and next_at <= now() and attempts < ${MAX_ATTEMPTS}
          and (held_until is null or held_until <= now())
        order by next_at, created_at
        limit least(${room}::int, greatest(0, ${MAX_AT_ONCE} - (
          select count(*) from webhook_deliveries
          where webhook_id = ${webhookId} and state = 'waiting' and held_until > now())))
      ) returning *
    )
    select c.id, c.kind, c.at, t.slug, case when r.address <> '' or r.link_id is not null then r.id end as recipient_id,
      nullif(r.address, '') as address, q.slug as request_slug,
      q.title as request_title, c.supplier_id, q.name as supplier_name, q.company as supplier_company,
      q.address as supplier_address, c.file_name, c.file_count, c.files_there, c.country,
      c.city, c.device, c.evidence, c.doubt_bytes, c.attempts, c.began_at
    from claimed c left join transfer_facts t on t.id = c.transfer_id left join recipient_facts r on r.id = c.recipient_id
      left join lateral request_facts(c.request_id, c.supplier_id) q on true
    order by c.next_at, c.created_at`.execute(tx)
  return rows
}

/**
 * Ends deliveries without attempts left: the process of the last one died before its outcome. The caller locks the
 * webhook.
 */
export async function endSpent(tx: Db, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', held_until: null })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('attempts', '>=', MAX_ATTEMPTS)
    .where((where) => where.or([where('held_until', 'is', null), where('held_until', '<=', sql<Date>`now()`)]))
    .execute()
}

/** Seconds until the webhook's next delivery; null where nothing waits. */
export async function secondsToNext(tx: Db, webhookId: string): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from case
      when count(*) filter (where held_until > now()) >= ${MAX_AT_ONCE} then min(held_until) filter (where held_until > now())
      else min(greatest(next_at, coalesce(held_until, next_at))) end - now())::float8 as seconds
    from webhook_deliveries where webhook_id = ${webhookId} and state = 'waiting'`.execute(tx)
  const seconds = rows[0]?.seconds ?? null
  return seconds === null ? null : Math.max(0, seconds)
}

export interface Tried {
  state: 'waiting' | 'taken' | 'failed'
  status: number | null
  failure: string | null
  /** Null where nothing was sent. */
  ms: number | null
  /** For a delivery that is retried. */
  delaySeconds: number
}

/** Records the outcome of one attempt; false where a later attempt exists, whose outcome counts. */
export async function noteTried(
  tx: Db,
  { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>,
  tried: Tried,
): Promise<boolean> {
  const row = await tx
    .updateTable('webhook_deliveries')
    .set({
      state: tried.state,
      status: tried.status,
      failure: tried.failure,
      ms: tried.ms,
      tried_at: sql<Date>`now()`,
      held_until: null,
      next_at: sql<Date>`now() + make_interval(secs => ${tried.delaySeconds})`,
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Cancels waiting deliveries of a paused webhook. Those in progress end by themselves. */
export async function dropWaiting(tx: Db, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', failure: 'paused', status: null, held_until: null })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where((where) => where.or([where('held_until', 'is', null), where('held_until', '<=', sql<Date>`now()`)]))
    .execute()
}

const logged = sql`
  select d.id, d.kind, d.state, d.attempts, d.next_at, d.tried_at, d.status, d.failure, d.ms, d.created_at,
    coalesce(t.slug, q.slug) as slug
  from webhook_deliveries d left join transfer_facts t on t.id = d.transfer_id left join lateral request_facts(d.request_id, null) q on true`

/** Newest first; `before` is an id of the webhook's own. */
export async function listLog(
  db: Db,
  webhookId: string,
  { before, take }: { before: string | null; take: number },
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    ${logged} where d.webhook_id = ${webhookId} and (${before}::text is null or (d.created_at, d.id) < (
      select b.created_at, b.id from webhook_deliveries b where b.webhook_id = ${webhookId} and b.id = ${before}))
    order by d.created_at desc, d.id desc limit ${take}`.execute(db)
  return rows
}

export async function findDelivery(db: Db, webhookId: string, id: string): Promise<DeliveryRow | null> {
  const { rows } = await sql<DeliveryRow>`${logged} where d.webhook_id = ${webhookId} and d.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Makes it due; one that had ended starts again. False where there is none. */
export async function makeDue(tx: Db, webhookId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    update webhook_deliveries set state = 'waiting', next_at = now(),
      attempts = case state when 'waiting' then attempts else 0 end,
      began_at = case state when 'waiting' then began_at else now() end
    where webhook_id = ${webhookId} and id = ${id} returning id`.execute(tx)
  return rows.length > 0
}

/** Deletes deliveries older than `days`. */
export async function forgetDeliveriesBefore(db: Db, days: number): Promise<void> {
  await sql`
    delete from webhook_deliveries
    where state <> 'waiting' and created_at < now() - make_interval(days => ${days})`.execute(db)
}
