import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What an account takes along of its transfers, a page at a time. Tokens, grants and addresses of networks stay here. */
type Db = Kysely<Database>

const TRANSFERS_PER_PAGE = 100
const EVENTS_PER_PAGE = 2_000
const RECEIVED_PER_PAGE = 500

interface Place {
  /** To the microsecond, as PostgreSQL writes it. */
  sent_at: string
  id: string
}

/** Where the account's transfers are, those too that it has deleted and not erased; the latest first, a page at a time. */
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

/** The account's transfers with their files and recipients, the latest first. */
export async function* eachSentTransfer(db: Db, accountId: string): AsyncGenerator<unknown> {
  for await (const ids of ownPages(db, accountId)) {
    const { rows } = await sql`
      select t.id, t.slug, t.send_as as "sendAs", t.sender_address as "from", t.sender_name as "senderName",
        t.sender_company as "senderCompany", t.message, t.sent_at as "sentAt", t.expires_at as "expiresAt",
        t.edited_at as "editedAt", t.deleted_at as "deletedAt", t.paused_at as "pausedAt", t.password_hash is not null as "hasPassword",
        t.download_limit as "downloadLimit", t.only_proven as "onlyProven", t.alert_mode as alerts,
        t.remind_recipients as "remindRecipients", t.download_count as "downloads",
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
        ) as recipients
      from unnest(${ids}::text[]) with ordinality as given (id, nth) join transfers t on t.id = given.id
      where t.account_id = ${accountId} order by given.nth`.execute(db)
    yield* rows
  }
}

/** What was done with the account's transfers, those of each in turn. */
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

/** What was mailed to the account's addresses. Behind a password neither what it is nor what was written with it. */
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
      join transfers t on t.id = r.transfer_id and t.deleted_at is null and t.blocked_at is null
      where r.removed_at is null and r.id > ${after} order by r.id limit ${RECEIVED_PER_PAGE}`.execute(db)
    yield* rows
    if (rows.length < RECEIVED_PER_PAGE) return
    after = rows.at(-1)?.id ?? ''
  }
}
