import type { Kysely } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { newToken } from '../../../platform/ids.ts'
import { linkTo, paths } from '../../../platform/links.ts'
import { insertTakeBack } from '../recovery-store.ts'

/** The link with which `address` can undo the transaction's change. The mail has the only copy of its token. */
export async function offerTakeBack(
  { config }: Pick<Context, 'config'>,
  tx: Kysely<Database>,
  { accountId, address }: { accountId: string; address: string },
): Promise<string> {
  const token = newToken(256)
  await insertTakeBack(tx, { token, accountId, address })
  return linkTo(config, paths.takeBack(token))
}
