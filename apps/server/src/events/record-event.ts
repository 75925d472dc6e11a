import { isIP } from 'node:net'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../database/schema.ts'
import { newId } from '../ids.ts'
import { deviceName } from './device-name.ts'
import { type EventRow, hasRecentEvent, insertEvents, type NewEvent } from './event-store.ts'
import type { Lane } from './machine-lane.ts'

/** Who did something, from where and with what; the same for everything one request does. */
export interface EventScene {
  transferId: string
  recipientId: string | null
  lane: Lane
  ip: string
  userAgent: string | undefined
}

export interface EventEntry {
  kind: EventRow['kind']
  /** Null or absent: the transfer as a whole. */
  fileId?: string | null
  bytes?: number | null
}

type Needs = Pick<Context, 'geo'>

/**
 * Adds to the record, in the caller's transaction where `db` is one. Country, city and zone are derived now; the
 * address itself stays for the retention only.
 */
export async function recordEvents(
  db: Kysely<Database>,
  ctx: Needs,
  scene: EventScene,
  entries: readonly EventEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = rowsOf(ctx, scene, entries)
  await insertEvents(db, rows)
}

/** One entry of `recordEvents`. */
export async function recordEvent(db: Kysely<Database>, ctx: Needs, event: EventScene & EventEntry): Promise<void> {
  await recordEvents(db, ctx, event, [event])
}

/**
 * The same, unless the recipient has an event of this kind and lane within the last `seconds`. Two at once are both
 * recorded, unless the caller holds a lock on the recipient. Returns whether it was recorded.
 */
export async function recordEventOnce(
  db: Kysely<Database>,
  ctx: Needs,
  event: EventScene & EventEntry,
  seconds: number,
): Promise<boolean> {
  const [row] = rowsOf(ctx, event, [event])
  const known = {
    transfer_id: event.transferId,
    recipient_id: event.recipientId,
    kind: event.kind,
    lane: event.lane.lane,
  }
  if (row === undefined || (await hasRecentEvent(db, known, seconds))) return false
  await insertEvents(db, [row])
  return true
}

function rowsOf({ geo }: Needs, scene: EventScene, entries: readonly EventEntry[]): NewEvent[] {
  const ip = storableAddress(scene.ip)
  const place = ip === null ? null : geo.locate(ip)
  const device = deviceName(scene.userAgent)
  return entries.map(({ kind, fileId, bytes }) => ({
    id: newId(),
    transfer_id: scene.transferId,
    recipient_id: scene.recipientId,
    file_id: fileId ?? null,
    kind,
    lane: scene.lane.lane,
    reason: scene.lane.reason,
    bytes: bytes ?? null,
    ip,
    country: place?.country ?? null,
    city: place?.city ?? null,
    time_zone: place?.timeZone ?? null,
    device,
  }))
}

/** As PostgreSQL's inet takes it: no zone index, IPv4 as such. */
function storableAddress(ip: string): string | null {
  const address = ip.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? null : address
}
