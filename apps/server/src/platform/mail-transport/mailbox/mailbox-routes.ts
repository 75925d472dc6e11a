import { Problem } from '@waybill/contract/core/problems'
import { listMailbox } from '@waybill/contract/operating/endpoints'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { actorOf } from '../../http/actor.ts'
import { bind } from '../../http/bind.ts'
import { operatorCookie } from '../../http/operating/operator-caller.ts'
import { guardMailbox, readMailbox } from './mailbox.ts'
import { mailboxPolicy, mailFramePolicy, renderFramedMail, renderMailbox } from './mailbox-page.ts'

/** The folder outbox for people at this machine: JSON for programs, two pages for readers. */
export function mailboxRoutes(app: FastifyInstance, ctx: Pick<Context, 'config' | 'operatorToken'>): void {
  bind(app, listMailbox, async ({ request, reply }) => {
    const mails = await readMailbox(guardMailbox(ctx, request))
    reply.header('cache-control', 'no-store')
    return mails.map(({ to, from, subject, text, html, date }) => ({ to, from, subject, text, html, date }))
  })
  app.get('/-/mailbox', async (request, reply) => {
    const mails = await readMailbox(guardMailbox(ctx, request))
    const asked = askedMail(request)
    const read = asked === null ? mails[0] : mails.find((mail) => mail.messageId === asked)
    // The page's own links hold no token.
    reply.header('set-cookie', operatorCookie(ctx))
    return sendHtml(reply, mailboxPolicy, renderMailbox(mails, read, actorOf(request).language))
  })
  app.get('/-/mailbox/html', async (request, reply) => {
    const mails = await readMailbox(guardMailbox(ctx, request))
    const mail = mails.find(({ messageId }) => messageId === askedMail(request))
    if (!mail) throw new Problem('not-found')
    return sendHtml(reply.header('x-frame-options', 'SAMEORIGIN'), mailFramePolicy, renderFramedMail(mail))
  })
}

function askedMail(request: FastifyRequest): string | null {
  const { mail } = request.query as { mail?: unknown }
  return typeof mail === 'string' ? mail : null
}

function sendHtml(reply: FastifyReply, policy: string, page: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page)
}
