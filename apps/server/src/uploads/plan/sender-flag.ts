import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { hashToken } from '../../platform/ids.ts'

/** What heavy jobs of one sender share their lane's places by: the account, or the address of who has none. */
export async function senderFlag(db: Kysely<Database>, uploadId: string): Promise<string> {
  const upload = await db
    .selectFrom('uploads')
    .select(['account_id', 'owner_address'])
    .where('id', '=', uploadId)
    .executeTakeFirst()
  const sender = upload?.account_id ?? upload?.owner_address ?? uploadId
  return `of:${hashToken(sender).toString('base64url').slice(0, 12)}`
}
