import type { AttentionKind } from '@waybill/contract/tracking/analytics-endpoints'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { mailsToRecipient } from '../../platform/mail-transport/index.ts'
import { EXPIRING_DAYS } from '../../transfers/index.ts'

/** Who waits for something to be done, of an account's links that open. */
type Db = Kysely<Database>

export interface Waiting {
  transferId: string
  slug: string
  path: string
  address: string | null
  sentAt: Date
  expiresAt: Date | null
  /** How many there are in all; one more than `MOST` where there are more. */
  count: number
}

/** So many are counted, of the last so many days. */
const MOST = 100
const DAYS = 30

const isOpen = sql`t.deleted_at is null and t.paused_at is null and t.blocked_at is null
  and (t.expires_at is null or t.expires_at > now()) and r.removed_at is null and r.finished_at is null`
/** The link itself stands for all devices that came by it. */
const isListed = sql`r.link_id is null and finished_by_any(r.id, r.finished_at) is null`
/** Refused, or taken and come back; and none was taken since that did not. */
const hasBounced = sql`exists (
  select 1 from ${mailsToRecipient('r.id')} m where coalesce(refused_at, bounced_at) is not null
) and not exists (
  select 1 from ${mailsToRecipient('r.id')} m where accepted_at is not null and coalesce(refused_at, bounced_at) is null
    and created_at > (
      select max(created_at) from ${mailsToRecipient('r.id')} m where coalesce(refused_at, bounced_at) is not null
    )
)`

/** Troubles on record that still are some; by the newest of each recipient. */
const troubles = (accountId: string, kind: 'bounced' | 'stalled') => sql`
  (select recipient_id, max(at) as at from event_facts
    where account_id = ${accountId} and kind in ('bounced', 'stalled') and kind = ${kind}
      and at > now() - make_interval(days => ${DAYS})
    group by recipient_id) e
  join recipient_facts r on r.id = e.recipient_id join transfer_facts t on t.id = r.transfer_id and t.account_id = ${accountId}`

/** Those that wait longest come first. */
const since: Record<AttentionKind, RawBuilder<unknown>> = {
  unseen: sql`t.sent_at`,
  expiring: sql`coalesce(t.expires_at, 'infinity')`,
  stalled: sql`e.at`,
  bounced: sql`e.at`,
}
/**
 * Where they are looked for. Each list status of standing transfers is in that order already, and read no further than
 * needed.
 */
const SHELVES = [0, 2]
const found: Record<AttentionKind, (accountId: string) => Array<RawBuilder<unknown>>> = {
  unseen: (accountId) =>
    SHELVES.map(
      (listStatus) => sql`
        from transfer_facts t join recipient_facts r on r.transfer_id = t.id
        where t.account_id = ${accountId} and t.list_status = ${listStatus} and t.sent_at > now() - make_interval(days => ${DAYS})
          and ${isOpen} and ${isListed} and opened_by_any(r.id, r.opened_at) is null and not (${hasBounced})`,
    ),
  expiring: (accountId) =>
    SHELVES.map(
      (listStatus) => sql`
        from transfer_facts t join recipient_facts r on r.transfer_id = t.id
        where t.account_id = ${accountId} and t.list_status = ${listStatus} and coalesce(t.expires_at, 'infinity') > now()
          and coalesce(t.expires_at, 'infinity') <= now() + make_interval(secs => ${EXPIRING_DAYS * 86_400})
          and ${isOpen} and ${isListed}`,
    ),
  stalled: (accountId) => [
    sql`
      from ${troubles(accountId, 'stalled')}
      where ${isOpen} and e.at >= (select max(changed_at) from delivery_facts where recipient_id = r.id)`,
  ],
  bounced: (accountId) => [
    sql`
      from ${troubles(accountId, 'bounced')}
      where ${isOpen} and r.opened_at is null and ${hasBounced}`,
  ],
}

/** The first `take` of one kind. */
export async function listWaiting(db: Db, accountId: string, kind: AttentionKind, take: number): Promise<Waiting[]> {
  const parts = found[kind](accountId).map(
    (part) => sql`(
      select t.id, t.slug, t.sent_at, t.expires_at, r.address, ${since[kind]} as since, r.position as place, r.id as person
      ${part} order by since, place, person limit ${MOST + 1}
    )`,
  )
  const { rows } = await sql<Waiting>`
    with found as (
      select * from (${sql.join(parts, sql` union all `)}) parts order by since, place, person limit ${MOST + 1}
    )
    select id as "transferId", slug, sent_at as "sentAt", expires_at as "expiresAt", nullif(address, '') as address,
      coalesce((select path from transfer_contents where transfer_id = found.id and removed_at is null
        order by position limit 1), '') as path, (select count(*)::int from found) as count
    from found order by since, place, person limit ${take}`.execute(db)
  return rows
}
