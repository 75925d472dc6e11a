import type { Kysely } from 'kysely'
import type { MasterKey } from '../config/master-key.ts'
import { StartError } from '../config/start-error.ts'
import type { Database } from './schema.ts'

/**
 * Refuses to start with another master key than the one this database was filled under: a lost key file would else be
 * replaced in silence, and every stored file would be unreadable. Only a fingerprint of the key is stored.
 */
export async function checkMasterKey(db: Kysely<Database>, masterKey: MasterKey, file: string): Promise<void> {
  const fingerprint = Buffer.from(masterKey.derive('fingerprint', 8))
  const known = await db.selectFrom('master_keys').select('fingerprint').executeTakeFirst()
  if (!known) {
    await db
      .insertInto('master_keys')
      .values({ fingerprint })
      .onConflict((clash) => clash.doNothing())
      .execute()
    return
  }
  if (known.fingerprint.equals(fingerprint)) return
  throw new StartError(
    `The master key ${file} is not the one this database was made with: put the old file back, or its files stay unreadable.`,
  )
}
