import { Problem } from '@waybill/contract/core/problems'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../platform/database/is-unique-violation.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { endAccessTokensOf } from '../../transfers/index.ts'
import {
  findAccount,
  joinAccount,
  keepAddress,
  languageOf,
  lockAccount,
  replaceEmail,
  senderAddressOf,
} from '../accounts/index.ts'
import { isJustProven } from '../mailed-codes/index.ts'
import { endResetTokens, offerTakeBack, readUser, requireStepUp, type Shown } from '../sessions/index.ts'

/**
 * Changes the account's address to one that this browser has proven within 30 minutes. The old address is notified,
 * stays proven for what was sent to it, and the links in its mails that set a new password or grant access end.
 *
 * @throws Problem 'invalid-recipient' | 'sender-unproven' | 'email-taken', and as `requireStepUp`
 */
export async function changeEmail(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  request: FastifyRequest,
  { email, ...shown }: { email: string } & Shown,
): Promise<{ user: User }> {
  const to = senderAddressOf(email)
  const { id: accountId } = await requireStepUp(ctx, request, shown)
  if (!(await isJustProven(ctx.db, request.actor.deviceId, to))) throw new Problem('sender-unproven')
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
    await endAccessTokensOf(tx, accountId)
    await joinAccount(tx, accountId)
    await noteSecurityIn(tx, { event: 'address-changed', outcome: 'ok', accountId, address: to, facts: { from } })
    const link = await offerTakeBack(ctx, tx, { accountId, address: from })
    await queueMail(tx, ctx, {
      template: 'email-changed',
      to: from,
      language: languageOf(account),
      facts: { address: from, link, supportEmail: ctx.config.supportEmail },
    })
  })
  return { user: await readUser(ctx.db, ctx.config, accountId) }
}
