import type { Context } from '../../context.ts'
import { findAccount, languageOf } from '../../identity/accounts/index.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { claimFullNotice, findStandingRequest } from '../request-store.ts'

/** Tells the requester by mail that their storage rejects files, once a day for each request. */
export async function tellFull(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  requestId: string,
  limitBytes: number,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await claimFullNotice(tx, requestId))) return
    const request = await findStandingRequest(tx, { id: requestId })
    const account = request && (await findAccount(tx, request.account_id))
    if (!request || !account) return
    await queueMail(tx, ctx, {
      template: 'inbox-full',
      to: account.email,
      language: languageOf(account),
      facts: {
        title: request.title,
        slug: request.slug,
        limitBytes,
        link: linkTo(ctx.config, paths.library),
      },
    })
  })
}
