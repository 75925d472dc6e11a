import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** Codes that prove an address for one link in one browser. */
type Db = Kysely<Database>

export const CODE_VALID_MINUTES = 10
const MAX_TRIES = 5

/** Where a code is good: the link it was asked for by its recipient, the browser that asked, the address that was typed. */
export interface CodePlace {
  id: string
  recipientId: string
  deviceId: string
  address: string
}

/** Keeps a code; older ones of the browser for this link end, and some that are long over are forgotten. */
export async function replaceCode(tx: Db, { id, recipientId, deviceId, address }: CodePlace): Promise<void> {
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

/** Whether a code for this link is under way to whoever sits before this browser. */
export async function hasOpenCode(db: Db, recipientId: string, deviceId: string): Promise<boolean> {
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

/** The code to be looked after, once; with whom its transfer is for, where that is the address. */
export async function settleCode(tx: Db, codeId: string): Promise<(CodePlace & { isListed: boolean }) | null> {
  const row = await tx
    .updateTable('link_codes')
    .set({ settled_at: sql<Date>`now()` })
    .where('id', '=', codeId)
    .where('settled_at', 'is', null)
    .where(isGood)
    .returning(['id', 'recipient_id', 'device_id', 'address'])
    .executeTakeFirst()
  if (row === undefined) return null
  const place = { id: row.id, recipientId: row.recipient_id, deviceId: row.device_id, address: row.address }
  return { ...place, isListed: (await findListed(tx, place.recipientId, place.address)) !== null }
}

/**
 * Spends one try of the browser's code for this link before anything is compared: however many guesses arrive at once,
 * no more than five are judged. Null where no code can be tried.
 */
export async function spendTry(
  db: Db,
  { recipientId, deviceId }: { recipientId: string; deviceId: string },
): Promise<(CodePlace & { triesLeft: number }) | null> {
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

/** Uses the code up; false where it ended meanwhile or somebody else used it. */
export async function useCode(tx: Db, codeId: string): Promise<boolean> {
  const row = await tx
    .updateTable('link_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', codeId)
    .where(isGood)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Of the transfer that a link's recipient stands for, the recipient with this address: of an email link only itself. */
export async function findListed(db: Db, recipientId: string, address: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select listed.id from recipients via join recipients listed on listed.transfer_id = via.transfer_id
    where via.id = ${recipientId} and listed.address = ${address} and listed.removed_at is null
      and (via.address is null or listed.id = via.id)`.execute(db)
  return rows[0]?.id ?? null
}
