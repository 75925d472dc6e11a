import { isIP } from 'node:net'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../database/schema.ts'
import { deviceName } from '../http/device-name.ts'
import { newId } from '../ids.ts'
import { type EventRow, type EventScenery, hasRecentEvent, insertEvents, type NewEvent } from './event-store.ts'
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
  await insertEvents(db, sceneryOf(ctx, scene), entries.map(newEvent))
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
  const scenery = sceneryOf(ctx, event)
  if (await hasRecentEvent(db, { ...scenery, kind: event.kind }, seconds)) return false
  await insertEvents(db, scenery, [newEvent(event)])
  return true
}

function sceneryOf({ geo }: Needs, scene: EventScene): EventScenery {
  const ip = storableAddress(scene.ip)
  const place = ip === null ? null : geo.locate(ip)
  return {
    transfer_id: scene.transferId,
    recipient_id: scene.recipientId,
    lane: scene.lane.lane,
    reason: scene.lane.reason,
    ip,
    country: place?.country ?? null,
    city: place?.city ?? null,
    time_zone: place?.timeZone ?? null,
    device: deviceName(scene.userAgent),
  }
}

const newEvent = ({ kind, fileId, bytes }: EventEntry): NewEvent => ({
  id: newId(),
  kind,
  file_id: fileId ?? null,
  bytes: bytes ?? null,
})

/** As PostgreSQL's inet takes it: no zone index, IPv4 as such. */
function storableAddress(ip: string): string | null {
  const address = ip.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? null : address
}
