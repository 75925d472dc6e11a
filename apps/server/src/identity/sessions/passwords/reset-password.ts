import { Problem } from '@waybill/contract/core/problems'
import type { Owner } from '@waybill/contract/identity/owner-words'
import type { resetPassword as endpoint } from '@waybill/contract/identity/session-endpoints'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../platform/http/bind.ts'
import { clearTally } from '../../../platform/http/call-store.ts'
import { isAbout } from '../../../platform/security-log/security-scope.ts'
import { type Account, findAccount, hashPassword, lockAccount } from '../../accounts/index.ts'
import { useResetToken } from '../recovery-store.ts'
import { checkResetToken } from './check-reset-token.ts'
import { requireGoodPassword } from './password-rules.ts'
import { setPassword } from './set-password.ts'
import { strangersTolls } from './try-tolls.ts'

/**
 * Sets a new password with the token of a mail, which it uses up, and signs everybody out. Problems: 'reset-refused',
 * those of the password, 'too-many-requests', 'busy'.
 */
export async function resetPassword(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config' | 'limits'>,
  { body, actor }: Pick<Call<typeof endpoint>, 'body' | 'actor'>,
): Promise<undefined> {
  requireGoodPassword(ctx, body.password)
  const accountId = await checkResetToken(ctx, body, actor)
  isAbout({ accountId })
  requireGoodPassword(ctx, body.password, ownerOf(await findAccount(ctx.db, accountId)))
  const passwordHash = await hashPassword(body.password)
  await ctx.db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    const account = (await useResetToken(tx, body.token)) ? await findAccount(tx, accountId) : null
    if (account === null) throw new Problem('reset-refused')
    await setPassword(ctx, tx, account, passwordHash)
    await clearTally(tx, strangersTolls(account.email))
  })
}

const ownerOf = (account: Account | null): Owner | null =>
  account && { email: account.email, fullName: account.full_name, company: account.company }
