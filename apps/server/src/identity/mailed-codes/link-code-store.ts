import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { CODE_VALID_MINUTES } from './sender-code-store.ts'

/** Codes that prove an address for one link in one browser. */
type Db = Kysely<Database>

const MAX_TRIES = 5

/** Where a code is valid: the link that its recipient used, the browser that requested it, the typed address. */
export interface LinkCodePlace {
  id: string
  recipientId: string
  deviceId: string
  address: string
}

/** Stores a code; older ones of the browser for this link end, and some that expired long ago are deleted. */
export async function replaceLinkCode(tx: Db, { id, recipientId, deviceId, address }: LinkCodePlace): Promise<void> {
  await sql`delete from link_codes where id in (
    select id from link_codes where created_at < now() - interval '2 days' limit 100 for update skip locked
  )`.execute(tx)
  await tx
    .updateTable('link_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('recipient_id', '=', recipientId)
    .where('device_id', '=', deviceId)
    .where('used_at', 'is', null)
    .execute()
  await tx
    .insertInto('link_codes')
    .values({
      id,
      recipient_id: recipientId,
      device_id: deviceId,
      address,
      tries_left: MAX_TRIES,
      expires_at: sql<Date>`now() + make_interval(mins => ${CODE_VALID_MINUTES})`,
    })
    .execute()
}

const isGood = sql<boolean>`link_codes.used_at is null and link_codes.expires_at > now()`

/** Whether a code for this link has been sent to this browser's user and is still valid. */
export async function hasOpenLinkCode(db: Db, recipientId: string, deviceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('link_codes')
    .select('id')
    .where('recipient_id', '=', recipientId)
    .where('device_id', '=', deviceId)
    .where('tries_left', '>', 0)
    .where(isGood)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The code to mail, once; null where it was mailed or has expired. */
export async function settleLinkCode(tx: Db, codeId: string): Promise<LinkCodePlace | null> {
  const row = await tx
    .updateTable('link_codes')
    .set({ settled_at: sql<Date>`now()` })
    .where('id', '=', codeId)
    .where('settled_at', 'is', null)
    .where(isGood)
    .returning(['id', 'recipient_id', 'device_id', 'address'])
    .executeTakeFirst()
  return row === undefined
    ? null
    : { id: row.id, recipientId: row.recipient_id, deviceId: row.device_id, address: row.address }
}

/**
 * Spends one try of the browser's code for this link before anything is compared: however many guesses arrive at once,
 * no more than five are judged. Null where there is no code to try.
 */
export async function spendLinkCodeTry(
  db: Db,
  { recipientId, deviceId }: { recipientId: string; deviceId: string },
): Promise<(LinkCodePlace & { triesLeft: number }) | null> {
  const row = await db
    .updateTable('link_codes')
    .set((code) => ({ tries_left: code('tries_left', '-', 1) }))
    .where('recipient_id', '=', recipientId)
    .where('device_id', '=', deviceId)
    .where('tries_left', '>', 0)
    .where(isGood)
    .returning(['id', 'address', 'tries_left'])
    .executeTakeFirst()
  return row ? { id: row.id, recipientId, deviceId, address: row.address, triesLeft: row.tries_left } : null
}

/** Uses the code up; false where it ended meanwhile or another call used it. */
export async function useLinkCode(tx: Db, codeId: string): Promise<boolean> {
  const row = await tx
    .updateTable('link_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', codeId)
    .where(isGood)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
