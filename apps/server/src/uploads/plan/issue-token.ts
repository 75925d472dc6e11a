import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { hashToken, newToken } from '../../platform/ids.ts'
import { insertToken } from '../upload-store.ts'

/** One more bearer token of the upload, 256 bits; only its hash is kept. It outlives any session. */
export async function issueToken(db: Kysely<Database>, uploadId: string): Promise<string> {
  const token = newToken()
  await insertToken(db, uploadId, hashToken(token))
  return token
}
