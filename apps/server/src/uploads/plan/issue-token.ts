import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { hashToken, newToken } from '../../platform/ids.ts'
import { insertToken } from '../upload-store.ts'

/** Issues another bearer token for the upload, 256 bits; only its hash is stored. It outlives any session. */
export async function issueToken(db: Kysely<Database>, uploadId: string): Promise<string> {
  const token = newToken()
  await insertToken(db, uploadId, hashToken(token))
  return token
}
