import { Problem } from '@waybill/contract/problems'
import type { User } from '@waybill/contract/profile'
import {
  findAccount,
  isJustProven,
  joinAccount,
  keepAddress,
  languageOf,
  lockAccount,
  replaceEmail,
  senderAddressOf,
} from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { isUniqueViolation } from '../database/is-unique-violation.ts'
import { queueMail } from '../mail/index.ts'
import { noteSecurityIn } from '../security/security-scope.ts'
import { endResetTokens, readUser, requirePassword } from '../sessions/index.ts'

/**
 * Gives the account another address, which this browser has proven within 30 minutes. The one before is told, stays
 * proven for what was sent to it, and its links to set a new password end.
 *
 * @throws Problem 'invalid-recipient' | 'sender-unproven' | 'email-taken', and as `requirePassword`
 */
export async function changeEmail(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { accountId, deviceId }: { accountId: string; deviceId: string | null },
  { email, password }: { email: string; password: string },
): Promise<{ user: User }> {
  const to = senderAddressOf(email)
  await requirePassword(ctx, accountId, password)
  if (!(await isJustProven(ctx.db, deviceId, to))) throw new Problem('sender-unproven')
  await ctx.db.transaction().execute(async (tx) => {
    const account = (await lockAccount(tx, accountId)) ? await findAccount(tx, accountId) : null
    if (account === null) throw new Problem('unauthenticated')
    const { email: from } = account
    if (from === to) return
    await replaceEmail(tx, accountId, to).catch((error) => {
      throw isUniqueViolation(error) ? new Problem('email-taken', {}, { cause: error }) : error
    })
    await keepAddress(tx, { accountId, address: to })
    await endResetTokens(tx, accountId)
    await joinAccount(tx, accountId)
    await noteSecurityIn(tx, { event: 'address-changed', outcome: 'ok', accountId, address: to, facts: { from } })
    await queueMail(tx, ctx, {
      template: 'email-changed',
      to: from,
      language: languageOf(account),
      facts: { address: from, supportEmail: ctx.config.supportEmail },
    })
  })
  return { user: await readUser(ctx.db, accountId) }
}
