import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Devices that came by an open link: each is a recipient of its own, under the row of the link. */
type Db = Kysely<Database>

/** So many devices of a link have a row of their own; those behind them share one. */
export const MOST_DEVICES = 1_000
/** Where they stand among recipients: behind everybody whom the sender named. */
const POSITION = 1_000_000

/** The recipient that a device is on a link; null where it has not come yet. */
export async function findLinkDevice(db: Db, linkId: string, deviceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('recipients')
    .select('id')
    .where('link_id', '=', linkId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row?.id ?? null
}

export interface NewLinkDevice {
  id: string
  transferId: string
  linkId: string
  /** Null: a program that keeps no cookie. */
  deviceId: string | null
  tokenHash: Uint8Array
  device: string | null
  country: string | null
  city: string | null
}

/** Makes a device a recipient; answers its id, or that of whoever made it first. Null where the link has enough of them. */
export async function insertLinkDevice(db: Db, made: NewLinkDevice): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into recipients (id, transfer_id, position, token_hash, link_id, device_id, device, country, city)
    select ${made.id}::text, ${made.transferId}::text, ${POSITION}::int, ${Buffer.from(made.tokenHash)}::bytea,
      ${made.linkId}::text, ${made.deviceId}::text, ${made.device}::text, ${made.country}::text, ${made.city}::text
    where (select count(*) from recipients where link_id = ${made.linkId}) < ${MOST_DEVICES}
    on conflict do nothing returning id`.execute(db)
  const [row] = rows
  if (row !== undefined) return row.id
  return made.deviceId === null ? null : findLinkDevice(db, made.linkId, made.deviceId)
}

/** The row that all devices share which have none of their own; made with the first of them. */
export async function shareRestRow(
  db: Db,
  { id, transferId, linkId, tokenHash }: Pick<NewLinkDevice, 'id' | 'transferId' | 'linkId' | 'tokenHash'>,
): Promise<string> {
  await sql`
    insert into recipients (id, transfer_id, position, token_hash, link_id, is_rest)
    values (${id}, ${transferId}, ${POSITION + 1}, ${Buffer.from(tokenHash)}, ${linkId}, true)
    on conflict do nothing`.execute(db)
  const row = await db
    .selectFrom('recipients')
    .select('id')
    .where('link_id', '=', linkId)
    .where('is_rest', '=', true)
    .executeTakeFirstOrThrow()
  return row.id
}
