import type { Context } from '../../../context.ts'
import { newToken } from '../../../platform/ids.ts'
import { linkTo, paths } from '../../../platform/links.ts'
import { queueMail } from '../../../platform/mail-transport/index.ts'
import { findAccountOfAddress, languageOf, lockAccount } from '../../accounts/index.ts'
import { RESET_VALID_MINUTES, replaceResetToken } from '../recovery-store.ts'

/** Mails the account of the address a link to set a new password; earlier ones that the same browser requested end. */
export async function mailReset(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { address, deviceId }: { address: string; deviceId: string },
): Promise<void> {
  const account = await findAccountOfAddress(ctx.db, address)
  if (account === null) return
  const token = newToken(256)
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, account.id))) return
    await replaceResetToken(tx, account.id, { token, deviceId })
    await queueMail(tx, ctx, {
      template: 'password-reset',
      to: account.email,
      language: languageOf(account),
      facts: {
        link: linkTo(ctx.config, paths.resetPassword(token)),
        validMinutes: RESET_VALID_MINUTES,
      },
    })
  })
}
