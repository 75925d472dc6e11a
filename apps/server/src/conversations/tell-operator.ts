import type { Context } from '../context.ts'
import { findAccount } from '../identity/accounts/index.ts'
import { linkTo, paths } from '../platform/links.ts'
import { queueMail, tokenAddress } from '../platform/mail-transport/index.ts'
import { takeForOperator } from './operator-store.ts'

/** The newest of them, if a customer has written more in one pause. */
const MAX_MAILED = 10

type Needs = Pick<Context, 'db' | 'config' | 'masterKey'>

/** Mails the operator what the customer has written since the last such mail. */
export async function tellOperator(ctx: Needs, { conversationId }: { conversationId: string }): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const untold = await takeForOperator(tx, conversationId, MAX_MAILED)
    if (untold === null) return
    const account = untold.accountId === null ? null : await findAccount(tx, untold.accountId)
    await queueMail(tx, ctx, {
      template: 'conversation-message',
      to: ctx.config.supportEmail,
      language: 'en',
      facts: {
        address: untold.address,
        name: account?.full_name ?? '',
        company: account?.company ?? '',
        role: untold.messages.at(-1)?.role ?? null,
        messages: untold.messages.map(({ body, rating, route, has_left_files }) => ({
          text: body,
          rating,
          route,
          hasLeftFiles: has_left_files,
        })),
        conversation: conversationId,
        link: linkTo(ctx.config, paths.conversationDesk(conversationId)),
        replyTo: tokenAddress(ctx, 'reply-of-operator', conversationId) ?? null,
      },
    })
  })
}
