import type { Kysely } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { newToken } from '../../../platform/ids.ts'
import { linkTo, paths } from '../../../platform/links.ts'
import { RESET_VALID_MINUTES, replaceResetToken } from '../recovery-store.ts'

/** A link to set the account's password, once and soon; earlier links end. Its holder controls the account. */
export async function makeResetLink(
  { config }: Pick<Context, 'config'>,
  tx: Kysely<Database>,
  accountId: string,
): Promise<{ link: string; validMinutes: number }> {
  const token = newToken(256)
  await replaceResetToken(tx, accountId, { token, deviceId: null })
  return { link: linkTo(config, paths.resetPassword(token)), validMinutes: RESET_VALID_MINUTES }
}
