import type { Context } from '../../context.ts'
import { listOpenUploads } from '../upload-store.ts'
import { giveUp } from './give-up.ts'

/** Ends every open upload of an account. */
export async function giveUpUploadsOf({ db }: Pick<Context, 'db'>, accountId: string): Promise<void> {
  for (const id of await listOpenUploads(db, accountId)) await db.transaction().execute((tx) => giveUp(tx, id))
}
