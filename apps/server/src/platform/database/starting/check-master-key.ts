import { type Kysely, sql } from 'kysely'
import { forgetMasterKey, type MasterKey, makeMasterKey, readMasterKey } from '../../config/master-key.ts'
import { StartError } from '../../config/start-error.ts'
import type { Database } from '../schema.ts'

export interface OpenedKey {
  masterKey: MasterKey
  /** This call recorded it in the database. */
  isNew: boolean
}

/** Receives the fingerprint of a key that is not the database's, before the start is refused. */
type OnRefused = (fingerprint: string) => void

/** Eight bytes that distinguish master keys and reveal nothing about them. */
export const fingerprintOf = (masterKey: Pick<MasterKey, 'derive'>): Buffer =>
  Buffer.from(masterKey.derive('fingerprint', 8))

/**
 * The key that this database was filled under. Creates a missing key file, but only for a database that has no known
 * key: a new key in place of a lost one would make every stored file unreadable.
 *
 * @throws StartError
 */
export async function openMasterKey(
  db: Kysely<Database>,
  file: string,
  onRefused: OnRefused = () => {},
): Promise<OpenedKey> {
  let kept = await readMasterKey(file)
  // A process that shares the file creates it before it records the key: once the key is known, the file can be read
  // again.
  if (kept === null && (await isKeyKnown(db))) kept = await readKnownKey(file)
  const masterKey = kept ?? (await makeMasterKey(file))
  try {
    return { masterKey, isNew: await checkMasterKey(db, masterKey, file, onRefused) }
  } catch (error) {
    // Another process was first with its own key; this file is useless and would only be mistaken for the right one.
    if (kept === null && error instanceof StartError) await forgetMasterKey(file)
    throw error
  }
}

/**
 * Compares the key with the one the database knows; the first of several processes that start at once records its own.
 * Stores only a fingerprint of the key. Returns true for that first process.
 *
 * @throws StartError
 */
async function checkMasterKey(
  db: Kysely<Database>,
  masterKey: MasterKey,
  file: string,
  onRefused: OnRefused = () => {},
): Promise<boolean> {
  const fingerprint = fingerprintOf(masterKey)
  // When two insert at once, one waits for the other, whichever of the table's two unique keys they collide on.
  const added = await sql`
    insert into master_keys (fingerprint) values (${fingerprint}) on conflict do nothing returning 1`.execute(db)
  if (added.rows.length > 0) return true
  const known = await db.selectFrom('master_keys').select('fingerprint').executeTakeFirst()
  if (known?.fingerprint.equals(fingerprint)) return false
  onRefused(fingerprint.toString('hex'))
  throw new StartError(
    `The master key ${file} is not the one this database was created with. Put the old file back, or its files stay unreadable.`,
  )
}

async function isKeyKnown(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('master_keys').select('fingerprint').executeTakeFirst()) !== undefined
}

async function readKnownKey(file: string): Promise<MasterKey> {
  const masterKey = await readMasterKey(file)
  if (masterKey !== null) return masterKey
  throw new StartError(
    `The master key ${file} is missing, but this database was created with one. Put the file back, or its files stay unreadable.`,
  )
}
