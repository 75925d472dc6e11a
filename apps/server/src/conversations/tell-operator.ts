import type { Context } from '../context.ts'
import { findAccount } from '../identity/accounts/index.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import { linkTo, paths } from '../platform/links.ts'
import { queueMail, tokenAddress } from '../platform/mail-transport/index.ts'
import { findConversation, takeForOperator } from './operator-store.ts'

/** The newest of them, if a customer has written more in one pause. */
const MAX_MAILED = 10

/** Visitors are limited by their network alone, and a stranger may have many networks. */
const mailsOfVisitors: Budget = { name: 'conversation-operator-mails', points: 60, seconds: 3_600 }

type Needs = Pick<Context, 'db' | 'config' | 'masterKey' | 'limits'>

/**
 * Mails the operator what the customer has written since the last such mail. Visitors cause at most 60 such mails an
 * hour: what more of them write is at the desk at once, and is mailed an hour later.
 */
export async function tellOperator(ctx: Needs, { conversationId }: { conversationId: string }): Promise<void> {
  const found = await findConversation(ctx.db, conversationId)
  if (found === null) return
  if (found.accountId === null) {
    if (await ctx.limits.isSpent(mailsOfVisitors, 'all')) return tellLater(ctx, conversationId)
    await ctx.limits.spend(mailsOfVisitors, 'all')
  }
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

const tellLater = ({ db }: Needs, conversationId: string): Promise<void> =>
  addJob(
    db,
    'tell-operator',
    { conversationId },
    { key: `tell-operator/${conversationId}`, delaySeconds: mailsOfVisitors.seconds },
  )
