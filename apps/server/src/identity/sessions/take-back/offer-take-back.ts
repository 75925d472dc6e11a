import type { Kysely } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { newToken } from '../../../platform/ids.ts'
import { insertTakeBack } from './take-back-store.ts'

export const takeBackPath = (token: string): string => `/take-back/${token}`

/** The link by which `address` takes the transaction's change back. The mail holds the one copy of its token. */
export async function offerTakeBack(
  { config }: Pick<Context, 'config'>,
  tx: Kysely<Database>,
  { accountId, address }: { accountId: string; address: string },
): Promise<string> {
  const token = newToken(256)
  await insertTakeBack(tx, { token, accountId, address })
  return `${config.publicUrl.origin}${takeBackPath(token)}`
}
