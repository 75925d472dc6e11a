import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { hashToken, newId } from '../../platform/ids.ts'

/** The device whose secret this is, or null. */
export async function findDeviceBySecret(db: Kysely<Database>, secret: string): Promise<string | null> {
  const row = await db
    .selectFrom('devices')
    .select('id')
    .where('secret_hash', '=', hashToken(secret))
    .executeTakeFirst()
  return row?.id ?? null
}

/** The id of the device that knows `secret`, which has a row from now on: of calls that come at once, the same one. */
export async function keepDevice(db: Kysely<Database>, secret: string): Promise<string> {
  const kept = await db
    .insertInto('devices')
    .values({ id: newId(), secret_hash: hashToken(secret) })
    .onConflict((conflict) => conflict.column('secret_hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept?.id ?? ((await findDeviceBySecret(db, secret)) as string)
}
