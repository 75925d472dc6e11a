import { Problem } from '@waybill/contract/core/problems'
import { takeBack as endpoint } from '@waybill/contract/identity/take-back-endpoints'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { bind } from '../../../platform/http/bind.ts'
import { sendPage, speakAsAsked } from '../../../platform/http/pages/pages.ts'
import { renderPlainPage } from '../../../platform/http/pages/plain-page.ts'
import { paths } from '../../../platform/links.ts'
import { html } from '../../../platform/mail-transport/html.ts'
import { takeBackWords } from '../../../platform/mail-transport/words/take-back-words.ts'
import type { TakeBack } from '../recovery-store.ts'
import { requireTakeBack, takeBack } from './take-back.ts'

/** The page behind the link in the mail, which changes nothing; its button posts, with scripts or without. */
export function takeBackRoutes(app: FastifyInstance, ctx: Context): void {
  app.get(endpoint.path, async (request, reply) => {
    speakAsAsked(request)
    const { token } = request.params as { token: string }
    const found = await requireTakeBack(ctx, token, request).catch(unlessOver)
    return sendTakeBackPage(ctx, request, reply, found)
  })
  bind(app, endpoint, async ({ params: { token }, body: { lang }, request, reply }) => {
    if (!isForm(request)) return takeBack(ctx, token, request)
    const told = await takeBack(ctx, token, request).then(
      () => ({}),
      (error) => {
        if (error instanceof Problem) return error.code === 'email-taken' ? { problem: error.code } : {}
        throw error
      },
    )
    const query = new URLSearchParams({ ...told, ...(lang ? { lang } : {}) })
    await reply
      .code(303)
      .header('cache-control', 'no-store')
      .header('location', `${paths.takeBack(encodeURIComponent(token))}${query.size > 0 ? `?${query}` : ''}`)
      .send()
    return undefined
  })
}

const isForm = ({ headers }: FastifyRequest): boolean =>
  /^application\/x-www-form-urlencoded/i.test(headers['content-type'] ?? '')

function unlessOver(error: unknown): null {
  if (error instanceof Problem && error.code === 'take-back-expired') return null
  throw error
}

function sendTakeBackPage(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  found: TakeBack | null,
): FastifyReply {
  const { language } = request.actor
  const words = takeBackWords[language]
  const { problem } = request.query as { problem?: unknown }
  reply.header('x-robots-tag', 'noindex, nofollow')
  const page = () => {
    if (found === null) return { title: words.over, below: html`<p>${words.overText(ctx.config.supportEmail)}</p>` }
    if (found.isUsed) return { title: words.done, below: html`<p>${words.doneText(found.address)}</p>` }
    const below = html`<p>${words.explain(found.address)}</p>
<p>${words.means}</p>
${problem === 'email-taken' ? html`<p role="alert">${words.taken}</p>` : null}
<form method="post">
<input type="hidden" name="lang" value="${language}">
<button>${words.button}</button>
</form>`
    return { title: words.title, below }
  }
  return sendPage(ctx, request, reply, (nonce) => renderPlainPage(page(), nonce), {
    status: found === null ? 410 : 200,
  })
}
