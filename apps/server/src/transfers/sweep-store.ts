import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { completeUploads, uploadState } from '../uploads/index.ts'
import { EXPIRING_DAYS } from './list/listed-store.ts'

/**
 * Statements over all transfers: for the consistency check, for transfers that have expired or expire soon, and for an
 * account's export.
 */
type Db = Kysely<Database>

/** Transfers, their files, uploads and drafts that contradict each other. */
export async function listContradictions(db: Db): Promise<Array<{ id: string; what: string }>> {
  const { rows } = await sql<{ id: string; what: string }>`
    select t.id, 'transfer of an upload that is ' || u.state as what
      from transfers t cross join lateral (select ${uploadState('t.upload_id')} as state) u
      where u.state <> 'complete' and not (u.state = 'open' and coalesce(t.arrival in ('arriving', 'broken'), false))
    union all
    select t.id, 'counts differ from its files' from transfers t left join lateral (
      select count(*) as n, coalesce(sum(f.bytes), 0) as bytes
      from transfer_files tf join stored_files f on f.id = tf.file_id where tf.transfer_id = t.id and tf.removed_at is null
    ) f on true where t.file_count <> f.n or t.bytes <> f.bytes
    union all
    select t.id, 'recipients do not fit' from transfers t left join lateral (
      select count(*) as n, count(address) as named from recipients r where r.transfer_id = t.id and r.link_id is null
    ) r on true where r.n = 0 or (t.send_as = 'email' and r.named <> r.n) or (t.send_as = 'link' and r.n <> r.named + 1)
    union all
    select d.id, 'a device of another link' from recipients d join recipients link on link.id = d.link_id
      where d.address is not null or link.transfer_id <> d.transfer_id or link.address is not null or link.link_id is not null
    union all
    select t.id, 'an added file is missing' from additions a join ${completeUploads} u on u.id = a.upload_id
      join transfers t on t.id = a.transfer_id join stored_files f on f.upload_id = u.id
      left join transfer_files tf on tf.transfer_id = t.id and tf.file_id = f.id where tf.file_id is null
    union all
    select t.id, 'two files under one path' from transfers t join transfer_files tf on tf.transfer_id = t.id
      where tf.removed_at is null group by t.id having count(*) <> count(distinct tf.path)
    union all
    select f.id, 'deleted but not withdrawn' from stored_files f where f.deleted_at is not null and f.withdrawn_at is null
    union all
    select f.id, 'bytes removed but not deleted' from stored_files f where f.bytes_removed_at is not null and f.deleted_at is null
    union all
    select t.id, 'bytes removed but not ended' from transfers t where t.bytes_removed_at is not null and t.deleted_at is null
    union all
    select u.id, 'draft of an upload that was sent'
      from drafts d join ${completeUploads} u on u.id = d.upload_id
    order by 1 limit 1000`.execute(db)
  return rows
}

/** Anonymous sends according to the transfers; erased ones without address and device. */
export async function countSends(
  db: Db,
): Promise<Array<{ address: string; deviceId: string | null; network: string; sends: number }>> {
  const { rows } = await sql<{ address: string; deviceId: string | null; network: string; sends: number }>`
    select sender_address as address, device_id as "deviceId", network, count(*)::int as sends
    from transfers where role = 'anon' group by 1, 2, 3`.execute(db)
  return rows
}

/** Transfers sent by each workspace, by the transfers; those that joined an account later were never counted. */
export async function countAccountSends(db: Db): Promise<Array<{ workspaceId: string; sends: number }>> {
  const { rows } = await sql<{ workspaceId: string; sends: number }>`
    select workspace_id as "workspaceId", count(*)::int as sends
    from transfers where account_id is not null and role <> 'anon' group by 1`.execute(db)
  return rows
}

/** Counts, list statuses, searches and received transfers that differ from a recalculation. */
export async function listDrift(db: Db): Promise<Array<{ id: string; what: string }>> {
  const { rows } = await sql<{ id: string; what: string }>`
    select coalesce(c.account_id, t.account_id) as id,
      format('%s transfers counted with list status %s of %s, %s found', coalesce(c.transfers, 0), coalesce(c.list_status, t.list_status),
        coalesce(c.month, t.month), coalesce(t.transfers, 0)) as what
      from transfer_counts c full join (
        select account_id, list_status, to_char(sent_at at time zone 'utc', 'YYYY-MM') as month, count(*)::int as transfers
        from transfers where account_id is not null and deleted_at is null group by 1, 2, 3
      ) t using (account_id, list_status, month)
      where coalesce(c.transfers, 0) <> coalesce(t.transfers, 0)
    union all
    select coalesce(c.account_id, t.account_id),
      format('%s transfers counted with list status %s of %s, %s found', coalesce(c.transfers, 0), coalesce(c.list_status, t.list_status),
        coalesce(c.day, t.day), coalesce(t.transfers, 0))
      from transfer_day_counts c full join (
        select account_id, list_status, to_char(sent_at at time zone 'utc', 'YYYY-MM-DD') as day, count(*)::int as transfers
        from transfers where account_id is not null and deleted_at is null group by 1, 2, 3
      ) t using (account_id, list_status, day)
      where coalesce(c.transfers, 0) <> coalesce(t.transfers, 0)
    union all
    select id, 'with a wrong list status' from transfers
      where (list_status in (1, 3) and coalesce(expires_at > now(), true)) or (list_status in (2, 3)) <> (download_count > 0)
    union all
    select t.id, format('%s downloads counted, %s finished', t.download_count, coalesce(d.downloads, 0))
      from transfers t left join (
        select r.transfer_id, count(*)::int as downloads
        from delivery_facts as deliveries join recipients r on r.id = deliveries.recipient_id
        where deliveries.finished_at is not null group by 1
      ) d on d.transfer_id = t.id
      where t.download_count <> coalesce(d.downloads, 0)
    union all
    select t.id, 'a search goes by something else' from transfers t left join transfer_searches s on s.transfer_id = t.id
      where (t.account_id is not null and t.deleted_at is null) <> (s.transfer_id is not null)
        or s.account_id <> t.account_id or s.grams <> search_grams(t.account_id, t.search_text)
    union all
    select r.id, 'received and not, or not and yet' from recipients r join transfers t on t.id = r.transfer_id
      where (r.received_at is not null) <> (r.address is not null and r.removed_at is null and r.hidden_at is null
        and t.send_as = 'email' and t.deleted_at is null and t.blocked_at is null and t.sends_at is null)
    order by 1 limit 1000`.execute(db)
  return rows
}

/** Files whose rows differ from the first entry with their checksum. */
export async function listOffSums(db: Db): Promise<Array<{ id: string; transferId: string; place: number }>> {
  const { rows } = await sql<{ id: string; transferId: string; place: number }>`
    select f.id, told.transfer_id as "transferId", told.place from (
      select distinct on (e.transfer_id, file ->> 'id') e.transfer_id, e.place, file
      from event_facts e cross join lateral jsonb_array_elements(e.files) as file
      where e.kind = 'checked' order by e.transfer_id, file ->> 'id', e.place
    ) told join stored_files f on f.id = told.file ->> 'id'
    where encode(f.sha256, 'hex') is distinct from told.file ->> 'sha256'
      or f.bytes <> (told.file ->> 'bytes')::int8 or f.checked_at is null
    order by told.transfer_id, f.id`.execute(db)
  return rows
}

/** Undeleted transfers whose expiry is not recorded yet; at most `limit`, for the caller that may record it. */
export async function claimExpired(tx: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update transfers set expiry_noted_at = expires_at where id in (
      select id from transfers
      where expires_at is not null and deleted_at is null and expiry_noted_at is distinct from expires_at
        and expires_at <= now()
      order by expires_at limit ${limit} for no key update skip locked
    ) returning id`.execute(tx)
  return rows.map(({ id }) => id).sort()
}

export interface Ending {
  transferId: string
  expiresAt: Date
  /** To one decimal. */
  daysLeft: number
}

/** Links that open and expire soon, each once; at most `limit`, for the caller that may remind their senders. */
export async function claimUnreminded(tx: Db, limit: number): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    update transfers set reminded_at = now() where id in (
      select id from transfers
      where expires_at is not null and deleted_at is null and reminded_at is null
        and expires_at > now() and expires_at <= now() + make_interval(secs => ${EXPIRING_DAYS * 86_400})
        and paused_at is null and blocked_at is null
      order by expires_at limit ${limit} for no key update skip locked
    )
    returning id as "transferId", expires_at as "expiresAt",
      round(extract(epoch from expires_at - now()) / 86400, 1)::float8 as "daysLeft"`.execute(tx)
  return rows
}

const TRANSFERS_PER_PAGE = 100
const EVENTS_PER_PAGE = 2_000
const RECEIVED_PER_PAGE = 500

interface Place {
  /** To the microsecond, as PostgreSQL writes it. */
  sent_at: string
  id: string
}

/**
 * The positions of the account's transfers, including deleted ones that are not erased; latest first, a page at a time.
 */
async function* ownPages(db: Db, accountId: string): AsyncGenerator<string[]> {
  let after: Place | null = null
  for (;;) {
    const { rows }: { rows: Place[] } = await sql<Place>`
      select id, sent_at::text as sent_at from transfers
      where account_id = ${accountId} and record_erased_at is null and ${behind(after)}
      order by sent_at desc, id limit ${TRANSFERS_PER_PAGE}`.execute(db)
    if (rows.length > 0) yield rows.map(({ id }) => id)
    if (rows.length < TRANSFERS_PER_PAGE) return
    after = rows.at(-1) ?? null
  }
}

const behind = (place: Place | null) => (place === null ? sql`true` : behindPlace(place))

const behindPlace = ({ sent_at, id }: Place) =>
  sql`sent_at <= ${sent_at}::timestamptz and (sent_at < ${sent_at}::timestamptz or id > ${id})`

/** The account's transfers with their files and recipients, latest first. */
export async function* eachSentTransfer(db: Db, accountId: string): AsyncGenerator<unknown> {
  for await (const ids of ownPages(db, accountId)) {
    const { rows } = await sql`
      select t.id, t.slug, t.send_as as "sendAs", t.sender_address as "from", t.sender_name as "senderName",
        t.sender_company as "senderCompany", t.title, t.message, t.sent_at as "sentAt", t.expires_at as "expiresAt",
        t.edited_at as "editedAt", t.deleted_at as "deletedAt", t.paused_at as "pausedAt", t.password_hash is not null as "hasPassword",
        t.download_limit as "downloadLimit", t.only_proven as "onlyProven", t.alert_mode as alerts,
        t.remind_recipients as "remindRecipients", t.sends_local as "sendsAt", t.sends_zone as "sendsInZone",
        t.unsent_because as "unsentBecause", t.download_count as "downloads",
        t.bytes, (
          select coalesce(json_agg(json_build_object('id', f.id, 'path', tf.path, 'bytes', f.bytes,
            'sha256', encode(f.sha256, 'hex'), 'modifiedAt', f.modified_at, 'addedAt', tf.added_at,
            'removedAt', tf.removed_at, 'withdrawnAt', f.withdrawn_at) order by tf.position), '[]')
          from transfer_files tf join stored_files f on f.id = tf.file_id where tf.transfer_id = t.id
        ) as files, (
          select coalesce(json_agg(json_build_object('id', r.id, 'email', r.address, 'name', r.name,
            'company', r.company, 'addedAt', r.created_at, 'removedAt', r.removed_at, 'openedAt', r.opened_at,
            'finishedAt', r.finished_at, 'link', r.link_id, 'device', r.device, 'country', r.country, 'city', r.city) order by r.position), '[]')
          from recipients r where r.transfer_id = t.id
        ) as recipients, (
          select coalesce(json_agg(json_build_object('email', a.email, 'name', a.full_name, 'sharedAt', s.shared_at)
            order by s.shared_at, a.id), '[]')
          from transfer_shares s join account_facts a on a.id = s.member_id where s.transfer_id = t.id
        ) as "sharedWith"
      from unnest(${ids}::text[]) with ordinality as given (id, nth) join transfers t on t.id = given.id
      where t.account_id = ${accountId} order by given.nth`.execute(db)
    yield* rows
  }
}

/** The events of the account's transfers, one transfer after the other. */
export async function* eachOwnEvent(db: Db, accountId: string): AsyncGenerator<unknown> {
  for await (const ids of ownPages(db, accountId)) {
    for (let after = { transfer: '', place: 0 }; ; ) {
      const { rows }: { rows: Array<{ transfer: string; place: number }> } = await sql<{
        transfer: string
        place: number
      }>`
        select e.transfer_id as transfer, e.place, e.id, e.recipient_id as recipient, e.file_id as file, e.path, e.files,
          e.kind, e.actor_kind, e.reason, e.bytes, e.detail, e.evidence, e.doubt_bytes as "doubtBytes", e.late_ms as "lateMs", e.country, e.city, e.device, e.at, encode(e.hash, 'hex') as chain
        from event_facts e join transfers t on t.id = e.transfer_id and t.account_id = ${accountId}
        where e.transfer_id = any(${ids}::text[]) and (e.transfer_id, e.place) > (${after.transfer}, ${after.place})
        order by e.transfer_id, e.place limit ${EVENTS_PER_PAGE}`.execute(db)
      yield* rows
      if (rows.length < EVENTS_PER_PAGE) break
      after = rows.at(-1) ?? after
    }
  }
}

/** What was mailed to the account's addresses. For one behind a password, neither its contents nor its message. */
export async function* eachReceivedTransfer(db: Db, accountId: string): AsyncGenerator<unknown> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string }>`
      select r.id, t.slug, t.sender_address as "from", t.sender_name as "senderName", r.address as "to",
        t.sent_at as "sentAt", t.expires_at as "expiresAt", r.opened_at as "openedAt", r.finished_at as "finishedAt",
        case when t.password_hash is null then t.message end as message,
        case when t.password_hash is null then (
          select coalesce(json_agg(json_build_object('path', tf.path, 'bytes', f.bytes) order by tf.position), '[]')
          from transfer_files tf join stored_files f on f.id = tf.file_id where tf.transfer_id = t.id and tf.removed_at is null
        ) end as files
      from recipients r join account_emails a on a.address = r.address and a.account_id = ${accountId}
      join transfers t on t.id = r.transfer_id and t.deleted_at is null and t.blocked_at is null and t.sends_at is null
      where r.removed_at is null and r.id > ${after} order by r.id limit ${RECEIVED_PER_PAGE}`.execute(db)
    yield* rows
    if (rows.length < RECEIVED_PER_PAGE) return
    after = rows.at(-1)?.id ?? ''
  }
}
