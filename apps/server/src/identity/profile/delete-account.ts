import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { forgetContacts } from '../../contacts/index.ts'
import type { Context } from '../../context.ts'
import { forgetFeed } from '../../notifications/index.ts'
import { endPayments, forgetPayments } from '../../payments/index.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { clearInboxOf, clearRequestsOf } from '../../requests/index.ts'
import { forgetCounts } from '../../tracking/ledger/index.ts'
import { forgetWebhooks } from '../../webhooks/index.ts'
import { endAccount, findAccount, languageOf, lockAccount } from '../accounts/index.ts'
import { clearSessionCookie, forgetSignIn, requireStepUp, type Shown } from '../sessions/index.ts'
import { forgetPictures } from './picture-store.ts'

/**
 * Ends the account: nobody can sign in to it any more, and its identity is cleared at once. A job of the same
 * transaction deletes its links and files, of which there may be many. What it pays for is ended at the payment provider
 * before: where that does not answer, the account stays.
 *
 * @throws Problem as `requireStepUp`; 'payments-unavailable'
 */
export async function deleteAccount(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config' | 'payments'>,
  request: FastifyRequest,
  shown: Shown,
  reply: FastifyReply,
): Promise<undefined> {
  const { id: accountId } = await requireStepUp(ctx, request, shown)
  const paying = await findAccount(ctx.db, accountId)
  if (paying !== null) await endPayments(ctx, paying.workspace_id)
  await ctx.db.transaction().execute(async (tx) => {
    const account = (await lockAccount(tx, accountId)) ? await findAccount(tx, accountId) : null
    if (account === null) throw new Problem('unauthenticated')
    await endAccount(tx, accountId)
    await forgetPayments(tx, account.workspace_id)
    await noteSecurityIn(tx, { event: 'account-deleted', outcome: 'ok', accountId, address: account.email })
    await forgetSignIn(tx, accountId)
    await forgetContacts(tx, accountId)
    await forgetPictures(tx, accountId)
    await forgetFeed(tx, accountId)
    await forgetCounts(tx, accountId)
    await forgetWebhooks(tx, accountId)
    await clearRequestsOf(tx, accountId)
    await clearInboxOf(tx, accountId)
    await addJob(tx, 'delete-account-things', { accountId }, { key: `delete-account-things/${accountId}` })
    await queueMail(tx, ctx, {
      template: 'account-deleted',
      to: account.email,
      language: languageOf(account),
      facts: { address: account.email, supportEmail: ctx.config.supportEmail },
    })
  })
  clearSessionCookie(ctx.config, reply)
  return undefined
}
