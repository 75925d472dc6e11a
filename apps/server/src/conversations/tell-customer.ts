import type { Context } from '../context.ts'
import { linkTo, paths } from '../platform/links.ts'
import { queueMail, tokenAddress } from '../platform/mail-transport/index.ts'
import { takeForCustomer } from './operator-store.ts'

const MAX_MAILED = 10

/** Mails a customer the answers that no page has shown them. A visitor who gave no address gets none. */
export async function tellCustomer(
  ctx: Pick<Context, 'db' | 'config' | 'masterKey'>,
  { conversationId }: { conversationId: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const untold = await takeForCustomer(tx, conversationId, MAX_MAILED)
    if (untold === null || untold.address === null) return
    await queueMail(tx, ctx, {
      template: 'conversation-answered',
      to: untold.address,
      language: untold.language,
      facts: {
        answers: untold.messages.map(({ body }) => body),
        link: linkTo(ctx.config, paths.conversation),
        replyTo: tokenAddress(ctx, 'reply-of-customer', conversationId) ?? null,
        isVisitor: untold.accountId === null,
      },
    })
  })
}
