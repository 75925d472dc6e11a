import type { AccessRequestKind } from '@waybill/contract/transfers/access-request-endpoints'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

/**
 * What recipients request from senders. A grant locks the transfer's row, so that concurrent presses run one after the
 * other.
 */
type Db = Kysely<Database>

/** How long the link in a sender's mail can grant its request. */
const GOOD_DAYS = 14
const SILENCE_KEPT_DAYS = 400

export interface AccessRequester {
  transferId: string
  kind: AccessRequestKind
  address: string
}

/**
 * Takes a person's one request of the day; null where it is used up. `isSilenced`: the sender wants no more requests.
 */
export async function claimAccessRequest(
  tx: Db,
  { transferId, kind, address }: AccessRequester,
  requesterId: string,
): Promise<{ requesterId: string; isSilenced: boolean } | null> {
  const { rows } = await sql<{ requesterId: string; isSilenced: boolean }>`
    insert into access_requesters as k (id, transfer_id, kind, address)
    values (${requesterId}, ${transferId}, ${kind}, ${address})
    on conflict (transfer_id, kind, address) do update set requested_at = now()
    where k.requested_at <= now() - interval '1 day'
    returning id as "requesterId", exists (
      select 1 from access_requesters s
      where s.transfer_id = k.transfer_id and s.address = k.address and s.silenced_at is not null
    ) as "isSilenced"`.execute(tx)
  return rows[0] ?? null
}

export interface NewAccessRequest {
  id: string
  requesterId: string
  recipientId: string
  tokenHash: Uint8Array
  language: string
  timeZone: string | null
}

export async function insertAccessRequest(
  tx: Db,
  { id, requesterId, recipientId, tokenHash, ...requester }: NewAccessRequest,
): Promise<void> {
  await tx
    .insertInto('access_requests')
    .values({
      id,
      requester_id: requesterId,
      recipient_id: recipientId,
      token_hash: tokenHash,
      language: requester.language,
      time_zone: requester.timeZone,
      expires_at: sql<Date>`now() + make_interval(days => ${GOOD_DAYS})`,
    })
    .execute()
}

/** When a person made this request within the last day; null where they may make it now. */
export async function readRequestedAt(db: Db, { transferId, kind, address }: AccessRequester): Promise<Date | null> {
  const row = await db
    .selectFrom('access_requesters')
    .select('requested_at')
    .where('transfer_id', '=', transferId)
    .where('kind', '=', kind)
    .where('address', '=', address)
    .where('requested_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst()
  return row?.requested_at ?? null
}

export interface AccessRequest {
  id: string
  requesterId: string
  kind: AccessRequestKind
  address: string
  language: string
  transferId: string
  slug: string
  /** Null: a visitor sent it. */
  accountId: string | null
  /** When it was granted; null: not yet. */
  givenAt: Date | null
  givenUntil: Date | null
  /**
   * Whether it can be granted now: neither the sender nor the operator has closed the transfer, and some of its files
   * exist.
   */
  isOpen: boolean
}

const isGivable = sql<boolean>`(t.deleted_at is null and t.bytes_removed_at is null and t.blocked_at is null
  and t.paused_at is null and not exists (
    select 1 from account_facts a where a.id = t.account_id and (a.suspended_at is not null or a.deleted_at is not null)
  ) and exists (
    select 1 from transfer_files tf join stored_files f on f.id = tf.file_id
    where tf.transfer_id = t.id and tf.removed_at is null and f.withdrawn_at is null
  ))`

/** The access request of a token, or of an id for one of the account's transfers; null for unknown and expired ones. */
export async function findAccessRequest(
  db: Db,
  named: { tokenHash: Uint8Array } | { id: string; transferId: string; accountId: string },
): Promise<AccessRequest | null> {
  const isNamed =
    'tokenHash' in named
      ? sql`q.token_hash = ${Buffer.from(named.tokenHash)}`
      : sql`q.id = ${named.id} and t.id = ${named.transferId} and t.account_id = ${named.accountId}`
  const { rows } = await sql<AccessRequest>`
    select q.id, k.id as "requesterId", k.kind, k.address, q.language, t.id as "transferId", t.slug,
      t.account_id as "accountId", q.given_at as "givenAt", q.given_until as "givenUntil",
      ${isGivable} and r.removed_at is null as "isOpen"
    from access_requests q join access_requesters k on k.id = q.requester_id join transfers t on t.id = k.transfer_id
    join recipients r on r.id = q.recipient_id
    where ${isNamed} and q.expires_at > now()`.execute(db)
  return rows[0] ?? null
}

/** Locks the transfer's row until the transaction ends. */
export async function holdRequested(tx: Db, transferId: string): Promise<void> {
  await sql`select from transfers where id = ${transferId} for no key update`.execute(tx)
}

/**
 * Extends the expiry to this long from now, unless it is later already; null where that is impossible. A deletion, or
 * the removal of its bytes, has finished before this statement or does not happen.
 */
export async function extendExpiry(
  tx: Db,
  transferId: string,
  seconds: number,
): Promise<{ until: Date | null; isLater: boolean } | null> {
  const { rows } = await sql<{ until: Date | null; isLater: boolean }>`
    update transfers t set expires_at = greatest(before.expires_at, now() + make_interval(secs => ${seconds})),
      edited_at = now()
    from (select id, expires_at from transfers where id = ${transferId} for no key update) before
    where t.id = before.id and before.expires_at is not null and ${isGivable}
    returning t.expires_at as until, t.expires_at > before.expires_at as "isLater"`.execute(tx)
  if (rows[0]) return rows[0]
  const endless = await sql`
    select from transfers t where t.id = ${transferId} and t.expires_at is null and ${isGivable}`.execute(tx)
  return endless.rows.length > 0 ? { until: null, isLater: false } : null
}

/** A granted access request, for the mail about it. */
export interface Given {
  recipientId: string
  address: string
  language: string
  timeZone: string | null
}

/** Grants every open request for time of a transfer, each once, whether or not its mail's link was pressed. */
export async function settleTime(tx: Db, transferId: string, until: Date | null): Promise<Given[]> {
  const { rows } = await sql<Given>`
    update access_requests q set given_at = now(), given_until = ${until}::timestamptz
    from access_requesters k, recipients r
    where k.id = q.requester_id and k.transfer_id = ${transferId} and k.kind = 'time' and q.given_at is null
      and q.expires_at > now() and r.id = q.recipient_id and r.removed_at is null
    returning q.recipient_id as "recipientId", k.address, q.language, q.time_zone as "timeZone"`.execute(tx)
  return [...new Map(rows.map((given) => [given.address, given])).values()]
}

/** Grants one person's open requests for access. */
export async function settleAccess(tx: Db, requesterId: string, until: Date | null): Promise<void> {
  await sql`
    update access_requests set given_at = now(), given_until = ${until}::timestamptz
    where requester_id = ${requesterId} and given_at is null`.execute(tx)
}

/**
 * The new expiry after the account has extended it; undefined where the link does not work, or without an open request.
 */
export async function readNewExpiry(tx: Db, transferId: string): Promise<{ until: Date | null } | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select t.expires_at as until from transfers t
    where t.id = ${transferId} and (t.expires_at is null or t.expires_at > now()) and ${isGivable}`.execute(tx)
  return rows[0]
}

/** Those of these transfers with an open request for more time to their sender. */
export async function listExtensionRequested(db: Db, transferIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct k.transfer_id as id from access_requesters k join access_requests q on q.requester_id = k.id
    where k.transfer_id = any(${[...transferIds]}::text[]) and k.kind = 'time' and q.given_at is null
      and q.expires_at > now() order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

export interface OpenAccessRequest {
  id: string
  kind: AccessRequestKind
  address: string
  requested_at: Date
}

/** The open access requests of a transfer, the latest of each person; without those whom the sender has silenced. */
export async function listOpenAccessRequests(db: Db, transferId: string): Promise<OpenAccessRequest[]> {
  const { rows } = await sql<OpenAccessRequest>`
    select * from (
      select distinct on (k.id) q.id, k.kind, k.address, q.requested_at
      from access_requesters k join access_requests q on q.requester_id = k.id join recipients r on r.id = q.recipient_id
      where k.transfer_id = ${transferId} and q.given_at is null and q.expires_at > now() and r.removed_at is null
        and not exists (
          select 1 from access_requesters s
          where s.transfer_id = k.transfer_id and s.address = k.address and s.silenced_at is not null
        )
      order by k.id, q.requested_at desc
    ) latest order by requested_at desc limit 100`.execute(db)
  return rows
}

/** Stops further requests of this person to the sender; false where there is no such person. */
export async function silenceRequester(tx: Db, requesterId: string): Promise<{ transferId: string } | null> {
  const { rows } = await sql<{ transferId: string }>`
    update access_requesters set silenced_at = coalesce(silenced_at, now())
    where id = ${requesterId} returning transfer_id as "transferId"`.execute(tx)
  return rows[0] ?? null
}

/**
 * The links in mails about these transfers stop granting requests: another mailbox answers for the transfers now. The
 * requests stay open in the dashboard.
 */
export async function endAccessTokens(tx: Db, transferIds: readonly string[]): Promise<void> {
  await sql`
    update access_requests q set token_hash = sha256(gen_random_uuid()::text::bytea)
    from access_requesters k
    where k.id = q.requester_id and k.transfer_id = any(${[...transferIds]}::text[])`.execute(tx)
}

/** The same for all transfers of an account whose address has changed. */
export async function endAccessTokensOf(tx: Db, accountId: string): Promise<void> {
  await sql`
    update access_requests q set token_hash = sha256(gen_random_uuid()::text::bytea)
    from access_requesters k join transfers t on t.id = k.transfer_id
    where k.id = q.requester_id and t.account_id = ${accountId}`.execute(tx)
}

/** Deletes access requests that nobody can answer any more, and requesters without any left. */
export async function forgetAccessRequests(db: Db): Promise<void> {
  await sql`delete from access_requests where expires_at < now() - interval '1 day'`.execute(db)
  await sql`
    delete from access_requesters k where requested_at < now() - interval '2 days' and not exists (
      select 1 from access_requests where requester_id = k.id
    ) and (silenced_at is null or silenced_at < now() - make_interval(days => ${SILENCE_KEPT_DAYS}))`.execute(db)
}

/** Deletes all access requests of these transfers. */
export async function deleteAccessRequests(tx: Db, transferIds: readonly string[]): Promise<void> {
  await sql`delete from access_requesters where transfer_id = any(${[...transferIds]}::text[])`.execute(tx)
}
