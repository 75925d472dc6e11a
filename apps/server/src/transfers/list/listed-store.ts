import { type Kysely, type RawBuilder, sql } from 'kysely'
import { KEPT } from '../../platform/database/kept-statements.ts'
import type { Database } from '../../platform/database/schema.ts'

/** What a line of a list shows of a transfer. */
type Db = Kysely<Database>

/** Fewer days than this are left: it is expiring (specification section 9). */
export const EXPIRING_DAYS = 2.2
const SHOWN_PEOPLE = 3

export interface ListedRow {
  id: string
  slug: string
  send_as: 'email' | 'link'
  sent_at: Date
  expires_at: Date | null
  downloads: number
  first_path: string | null
  file_count: number
  bytes: number
  message: string
  sender_address: string
  sender_name: string | null
  /** The first of them; `person_count` counts all. */
  people: Array<{ email: string; name: string | null }>
  person_count: number
  /** Devices that came by its open link, and those of them that have everything. */
  device_count: number
  devices_finished: number
  /** Everybody it went to has everything; by an open link somebody has. */
  is_delivered: boolean
  /** Something of it rests on what a proxy did; by an open link all that was finished. */
  is_handed: boolean
  is_expired: boolean
  is_paused: boolean
  is_expiring: boolean
  /** Null: it stands. */
  deleted_at: Date | null
}

/** What every list shows, of `transfers t` and its first file. */
export const listedColumns = sql`t.id, t.slug, t.send_as, t.sent_at, t.expires_at, t.deleted_at, t.file_count, t.bytes, t.message,
  t.sender_address, t.sender_name, first.path as first_path, t.paused_at is not null as is_paused,
  coalesce(t.expires_at <= now(), false) as is_expired,
  coalesce(t.expires_at > now() and t.expires_at < now() + make_interval(secs => ${sql.lit(EXPIRING_DAYS * 86_400)}), false)
    as is_expiring`

export const firstFile = sql`left join lateral (
    select path from transfer_files where transfer_id = t.id and removed_at is null order by position limit 1
  ) first on true`

/** What a list of the account's own shows besides, of `transfers t`. */
const ownColumns = sql`t.download_count as downloads, coalesce(named.people, '[]') as people,
  everybody.person_count, everybody.is_delivered, everybody.is_handed, coalesce(devices.came, 0) as device_count,
  coalesce(devices.finished, 0) as devices_finished`

/** Of a recipient: an entry says that they have a file, and that a proxy was handed it, or has sent it. */
const isHanded = (recipient: RawBuilder<unknown>) => sql`exists (
    select from event_facts e where e.recipient_id = ${recipient} and e.kind = 'finished' and e.actor_kind = 'human'
      and e.evidence in ('handed-over', 'sent-by-proxy')
  )`

/** By an open link: how many devices came, and how many of them have everything. */
const devicesOf = sql`left join lateral (
    select count(d.opened_at)::int as came, count(d.finished_at)::int as finished,
      count(d.finished_at) filter (where ${isHanded(sql`d.id`)})::int as handed
    from recipients link join recipients d on d.link_id = link.id
    where link.transfer_id = t.id and link.address is null and link.link_id is null
  ) devices on t.send_as = 'link'`

const peopleOf = sql`${devicesOf} left join lateral (
    select json_agg(json_build_object('email', address, 'name', name) order by position) as people from (
      select address, name, position from recipients
      where transfer_id = t.id and removed_at is null and address is not null and link_id is null
      order by position limit ${sql.lit(SHOWN_PEOPLE)}
    ) person
  ) named on true
  cross join lateral (
    select count(address)::int as person_count,
      coalesce(bool_and(case when address is null then devices.finished > 0 or finished_at is not null
        else finished_at is not null end), false) as is_delivered,
      coalesce(bool_or(case when address is null then devices.finished > 0 and devices.finished = devices.handed
        else ${isHanded(sql`recipients.id`)} end), false) as is_handed
    from recipients where transfer_id = t.id and removed_at is null and link_id is null
  ) everybody`

/** Transfers of the account, in the order of `ids`; also deleted ones, as long as it keeps their records. */
export async function readListed(db: Db, accountId: string, ids: readonly string[]): Promise<ListedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ListedRow>`${KEPT}
    select ${listedColumns}, ${ownColumns}
    from unnest(${[...ids]}::text[]) with ordinality as given (id, nth)
    join transfers t on t.id = given.id and t.account_id = ${accountId} and t.record_erased_at is null
    ${firstFile} ${peopleOf}
    order by given.nth`.execute(db)
  return rows
}

/** The same of the transfers that `places` names, a query of their ids and keys, each with its key as `told` writes it. */
export async function readListedAt<Key>(
  db: Db,
  accountId: string,
  { places, told, order }: Record<'places' | 'told' | 'order', RawBuilder<unknown>>,
): Promise<Array<ListedRow & { key: Key }>> {
  const { rows } = await sql<ListedRow & { key: Key }>`${KEPT}
    select ${told} as key, ${listedColumns}, ${ownColumns}
    from (${places}) listed
    join transfers t on t.id = listed.id and t.account_id = ${accountId} and t.deleted_at is null
    ${firstFile} ${peopleOf}
    order by ${order}`.execute(db)
  return rows
}
