import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { hashToken, newId } from '../ids.ts'

/** The device whose secret this is, or null. */
export async function findDeviceBySecret(db: Kysely<Database>, secret: string): Promise<string | null> {
  const row = await db
    .selectFrom('devices')
    .select('id')
    .where('secret_hash', '=', hashToken(secret))
    .executeTakeFirst()
  return row?.id ?? null
}

/** A new device that knows `secret`; returns its id. */
export async function insertDevice(db: Kysely<Database>, secret: string): Promise<string> {
  const id = newId()
  await db
    .insertInto('devices')
    .values({ id, secret_hash: hashToken(secret) })
    .execute()
  return id
}
