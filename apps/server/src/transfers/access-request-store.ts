import type { AskWish } from '@waybill/contract/transfers/access-request-endpoints'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

/** What senders are asked for. Whoever grants holds the transfer's row, so that one press follows the other. */
type Db = Kysely<Database>

/** How long the link in a sender's mail gives what it asks for. */
const GOOD_DAYS = 14
const SILENCE_KEPT_DAYS = 400

export interface Asker {
  transferId: string
  wish: AskWish
  address: string
}

/** Takes somebody's one ask of the day; null where it is taken. `isSilenced`: the sender wants to hear of none. */
export async function claimAsk(
  tx: Db,
  { transferId, wish, address }: Asker,
  askerId: string,
): Promise<{ askerId: string; isSilenced: boolean } | null> {
  const { rows } = await sql<{ askerId: string; isSilenced: boolean }>`
    insert into askers as k (id, transfer_id, wish, address) values (${askerId}, ${transferId}, ${wish}, ${address})
    on conflict (transfer_id, wish, address) do update set asked_at = now()
    where k.asked_at <= now() - interval '1 day'
    returning id as "askerId", exists (
      select 1 from askers s
      where s.transfer_id = k.transfer_id and s.address = k.address and s.silenced_at is not null
    ) as "isSilenced"`.execute(tx)
  return rows[0] ?? null
}

export interface NewAsk {
  id: string
  askerId: string
  recipientId: string
  tokenHash: Uint8Array
  language: string
  timeZone: string | null
}

export async function insertAsk(tx: Db, { id, askerId, recipientId, tokenHash, ...asker }: NewAsk): Promise<void> {
  await tx
    .insertInto('asks')
    .values({
      id,
      asker_id: askerId,
      recipient_id: recipientId,
      token_hash: tokenHash,
      language: asker.language,
      time_zone: asker.timeZone,
      expires_at: sql<Date>`now() + make_interval(days => ${GOOD_DAYS})`,
    })
    .execute()
}

/** When somebody asked within the last day; null where they may ask now. */
export async function readAskedAt(db: Db, { transferId, wish, address }: Asker): Promise<Date | null> {
  const row = await db
    .selectFrom('askers')
    .select('asked_at')
    .where('transfer_id', '=', transferId)
    .where('wish', '=', wish)
    .where('address', '=', address)
    .where('asked_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst()
  return row?.asked_at ?? null
}

export interface Ask {
  id: string
  askerId: string
  wish: AskWish
  address: string
  language: string
  transferId: string
  slug: string
  /** Null: a visitor sent it. */
  accountId: string | null
  /** When it was given; null: not yet. */
  givenAt: Date | null
  givenUntil: Date | null
  /** Whether it can be given now: neither the sender nor the operator has closed the transfer, and some of its files are there. */
  isOpen: boolean
}

const isGivable = sql<boolean>`(t.deleted_at is null and t.bytes_removed_at is null and t.blocked_at is null
  and t.paused_at is null and not exists (
    select 1 from account_facts a where a.id = t.account_id and (a.suspended_at is not null or a.deleted_at is not null)
  ) and exists (
    select 1 from transfer_files tf join stored_files f on f.id = tf.file_id
    where tf.transfer_id = t.id and tf.removed_at is null and f.withdrawn_at is null
  ))`

/** The ask of a token, or of an id of an account's transfer; null for unknown ones and those that are over. */
export async function findAsk(
  db: Db,
  named: { tokenHash: Uint8Array } | { id: string; transferId: string; accountId: string },
): Promise<Ask | null> {
  const isNamed =
    'tokenHash' in named
      ? sql`q.token_hash = ${Buffer.from(named.tokenHash)}`
      : sql`q.id = ${named.id} and t.id = ${named.transferId} and t.account_id = ${named.accountId}`
  const { rows } = await sql<Ask>`
    select q.id, k.id as "askerId", k.wish, k.address, q.language, t.id as "transferId", t.slug,
      t.account_id as "accountId", q.given_at as "givenAt", q.given_until as "givenUntil",
      ${isGivable} and r.removed_at is null as "isOpen"
    from asks q join askers k on k.id = q.asker_id join transfers t on t.id = k.transfer_id
    join recipients r on r.id = q.recipient_id
    where ${isNamed} and q.expires_at > now()`.execute(db)
  return rows[0] ?? null
}

/** Holds the transfer's row until the transaction ends. */
export async function holdAsked(tx: Db, transferId: string): Promise<void> {
  await sql`select from transfers where id = ${transferId} for no key update`.execute(tx)
}

/**
 * Lets a link live on from now, unless it lives longer already; null where nobody can be given it. A deletion, or the
 * removal of its bytes, has come before this statement or does not come.
 */
export async function giveLife(
  tx: Db,
  transferId: string,
  seconds: number,
): Promise<{ until: Date | null; isLonger: boolean } | null> {
  const { rows } = await sql<{ until: Date | null; isLonger: boolean }>`
    update transfers t set expires_at = greatest(before.expires_at, now() + make_interval(secs => ${seconds})),
      edited_at = now()
    from (select id, expires_at from transfers where id = ${transferId} for no key update) before
    where t.id = before.id and before.expires_at is not null and ${isGivable}
    returning t.expires_at as until, t.expires_at > before.expires_at as "isLonger"`.execute(tx)
  if (rows[0]) return rows[0]
  const endless = await sql`
    select from transfers t where t.id = ${transferId} and t.expires_at is null and ${isGivable}`.execute(tx)
  return endless.rows.length > 0 ? { until: null, isLonger: false } : null
}

/** A given ask, for whoever is to be mailed. */
export interface Given {
  recipientId: string
  address: string
  language: string
  timeZone: string | null
}

/** Gives every open ask for time of a transfer, each once, whether its mail was pressed or not. */
export async function settleTime(tx: Db, transferId: string, until: Date | null): Promise<Given[]> {
  const { rows } = await sql<Given>`
    update asks q set given_at = now(), given_until = ${until}::timestamptz
    from askers k, recipients r
    where k.id = q.asker_id and k.transfer_id = ${transferId} and k.wish = 'time' and q.given_at is null
      and q.expires_at > now() and r.id = q.recipient_id and r.removed_at is null
    returning q.recipient_id as "recipientId", k.address, q.language, q.time_zone as "timeZone"`.execute(tx)
  return [...new Map(rows.map((given) => [given.address, given])).values()]
}

/** Gives one person's open asks for access. */
export async function settleAccess(tx: Db, askerId: string, until: Date | null): Promise<void> {
  await sql`
    update asks set given_at = now(), given_until = ${until}::timestamptz
    where asker_id = ${askerId} and given_at is null`.execute(tx)
}

/** Until when the link works that the account has given a new life; undefined where it does not, or for no open ask. */
export async function readNewLife(tx: Db, transferId: string): Promise<{ until: Date | null } | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select t.expires_at as until from transfers t
    where t.id = ${transferId} and (t.expires_at is null or t.expires_at > now()) and ${isGivable}`.execute(tx)
  return rows[0]
}

/** Of these transfers those whose sender is asked for time just now. */
export async function listAsked(db: Db, transferIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct k.transfer_id as id from askers k join asks q on q.asker_id = k.id
    where k.transfer_id = any(${[...transferIds]}::text[]) and k.wish = 'time' and q.given_at is null
      and q.expires_at > now() order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

export interface OpenAsk {
  id: string
  wish: AskWish
  address: string
  asked_at: Date
}

/** What the sender of a transfer is asked for, of each person the latest; not what they want to hear no more of. */
export async function listOpenAsks(db: Db, transferId: string): Promise<OpenAsk[]> {
  const { rows } = await sql<OpenAsk>`
    select * from (
      select distinct on (k.id) q.id, k.wish, k.address, q.asked_at
      from askers k join asks q on q.asker_id = k.id join recipients r on r.id = q.recipient_id
      where k.transfer_id = ${transferId} and q.given_at is null and q.expires_at > now() and r.removed_at is null
        and not exists (
          select 1 from askers s
          where s.transfer_id = k.transfer_id and s.address = k.address and s.silenced_at is not null
        )
      order by k.id, q.asked_at desc
    ) latest order by asked_at desc limit 100`.execute(db)
  return rows
}

/** The sender hears no more of what this person asks for; false where there is no such person. */
export async function silenceAsker(tx: Db, askerId: string): Promise<{ transferId: string } | null> {
  const { rows } = await sql<{ transferId: string }>`
    update askers set silenced_at = coalesce(silenced_at, now())
    where id = ${askerId} returning transfer_id as "transferId"`.execute(tx)
  return rows[0] ?? null
}

/** Forgets asks that nobody can answer any more, and who asked when there is nothing left of it. */
export async function forgetAsks(db: Db): Promise<void> {
  await sql`delete from asks where expires_at < now() - interval '1 day'`.execute(db)
  await sql`
    delete from askers k where asked_at < now() - interval '2 days' and not exists (
      select 1 from asks where asker_id = k.id
    ) and (silenced_at is null or silenced_at < now() - make_interval(days => ${SILENCE_KEPT_DAYS}))`.execute(db)
}

/** Forgets who asked for what of these transfers. */
export async function deleteAccessRequests(tx: Db, transferIds: readonly string[]): Promise<void> {
  await sql`delete from askers where transfer_id = any(${[...transferIds]}::text[])`.execute(tx)
}
