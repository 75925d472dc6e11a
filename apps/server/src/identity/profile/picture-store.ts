import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Profile pictures as the server drew them. An account has one at most; its row names it. */
type Db = Kysely<Database>

export interface NewPicture {
  id: string
  accountId: string
  small: Uint8Array
  verysmall: Uint8Array
}

/** Stores the picture in place of all others of the account. */
export async function keepPicture(tx: Db, { id, accountId, small, verysmall }: NewPicture): Promise<void> {
  await forgetPictures(tx, accountId)
  await tx.insertInto('pictures').values({ id, account_id: accountId, small, verysmall }).execute()
}

export async function forgetPictures(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('pictures').where('account_id', '=', accountId).execute()
}

/** One form of a picture that an account has now; null for any other id. */
export async function findPicture(db: Db, id: string, style: 'small' | 'verysmall'): Promise<Buffer | null> {
  const row = await db
    .selectFrom('pictures')
    .innerJoin('account_facts as accounts', 'accounts.picture_id', 'pictures.id')
    .select(style === 'small' ? 'pictures.small as bytes' : 'pictures.verysmall as bytes')
    .where('pictures.id', '=', id)
    .executeTakeFirst()
  return row?.bytes ?? null
}
