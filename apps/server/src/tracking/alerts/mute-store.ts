import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** The slug of a transfer, deleted ones too: their last mails may still be on the way. */
export async function findSlug(db: Kysely<Database>, transferId: string): Promise<string | null> {
  const row = await db.selectFrom('transfer_facts').select('slug').where('id', '=', transferId).executeTakeFirst()
  return row?.slug ?? null
}
