import type {} from '@fastify/cookie'
import { changeCardByLink as endpoint } from '@waybill/contract/billing/card-link-endpoints'
import { isOverdue } from '@waybill/contract/billing/standing'
import { Problem } from '@waybill/contract/core/problems'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readBought } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { bind } from '../../platform/http/bind.ts'
import { sendPage, speakAsAsked } from '../../platform/http/pages/pages.ts'
import { renderPlainPage } from '../../platform/http/pages/plain-page.ts'
import { linkTo, paths } from '../../platform/links.ts'
import type { CheckoutWay } from '../../platform/payments/payment-provider.ts'
import { findByLink } from '../checkout-store.ts'
import { followCheckout } from '../read-checkout.ts'
import { type CardLink, changeCard, changeCardByLink, openCardLink } from './card-link.ts'
import * as pages from './render-card-link.ts'

/**
 * Tells the page to which a checkout returns which link it came from. The payment provider is told no token: an address
 * that it keeps opens nothing.
 */
const COOKIE = 'waybill_card'
const SECURE_COOKIE = '__Host-waybill_card'
const COOKIE_SECONDS = 86_400
const ASKS_EVERY_SECONDS = 2
const SESSION = /^[\w-]{1,255}$/

/**
 * The pages behind the link of a mail about a failed payment. Reading them changes nothing; the button posts, with
 * scripts or without.
 */
export function cardLinkRoutes(app: FastifyInstance, ctx: Context): void {
  app.get('/card/:token', async (request, reply) => {
    speakAsAsked(request)
    const { token } = request.params as { token: string }
    const opened = await openCardLink(ctx, token, request).catch(nullIfOver)
    return sendLink(ctx, request, reply, { token, link: opened?.link ?? null })
  })
  app.get(paths.cardPage, async (request, reply) => {
    speakAsAsked(request)
    const { session } = request.query as { session?: unknown }
    if (session !== undefined) return sendReturn(ctx, request, reply, String(session))
    const token = cookieOf(ctx, request)
    if (token === undefined) return sendCard(ctx, request, reply, pages.left(request.actor.language, null))
    return reply.header('cache-control', 'no-store').redirect(paths.cardLink(encodeURIComponent(token)))
  })
  bind(app, endpoint, async ({ params: { token }, body: { lang }, request, reply }) => {
    const language = lang ?? request.actor.language
    if (!isForm(request)) return { go: (await changeCardByLink(ctx, { token, language }, request)).go }
    speakAsAsked(request)
    return answerForm(ctx, request, reply, token)
  })
}

const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true

/** A redirect would be held up: the policy of our pages lets forms lead to our own pages only. */
async function answerForm(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<undefined> {
  const { language } = request.actor
  const opened = await openCardLink(ctx, token, request).catch(nullIfOver)
  if (opened === null) {
    sendLink(ctx, request, reply, { token, link: null })
    return undefined
  }
  try {
    const { session, go } = await changeCard(ctx, opened, language)
    keepToken(ctx, reply, token)
    const url = addressOf(ctx, go, session)
    reply.header('refresh', `0; url=${url}`)
    sendCard(ctx, request, reply, pages.leading(language, url))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const isOver = error.code === 'card-link-expired' && opened.link.state === 'due'
    sendLink(ctx, request, reply, { token, link: isOver ? null : opened.link, problem: error })
  }
  return undefined
}

const isSecure = ({ config }: Context): boolean => config.publicUrl.protocol === 'https:'

const cookieOf = (ctx: Context, { cookies }: FastifyRequest): string | undefined =>
  cookies[isSecure(ctx) ? SECURE_COOKIE : COOKIE]

function keepToken(ctx: Context, reply: FastifyReply, token: string): void {
  const secure = isSecure(ctx)
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: COOKIE_SECONDS } as const
  reply.setCookie(secure ? SECURE_COOKIE : COOKIE, token, options)
}

const addressOf = ({ config }: Context, go: CheckoutWay, session: string): string =>
  go.kind === 'redirect' ? go.url : linkTo(config, paths.payment(session))

function nullIfOver(error: unknown): null {
  if (error instanceof Problem && error.code === 'card-link-expired') return null
  throw error
}

function sendCard(ctx: Context, request: FastifyRequest, reply: FastifyReply, page: pages.Page): FastifyReply {
  reply.header('x-robots-tag', 'noindex, nofollow')
  return sendPage(ctx, request, reply, (nonce) => renderPlainPage(page, nonce), { status: page.status ?? 200 })
}

/** What a link shows: the form, or why there is none. */
function sendLink(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, link, problem }: { token: string; link: CardLink | null; problem?: Problem },
): FastifyReply {
  const { language } = request.actor
  if (link === null) return sendCard(ctx, request, reply, pages.over(language))
  const page = link.state === 'paid' ? pages.paid(language) : pages.due(language, token, link, problem)
  return sendCard(ctx, request, reply, page)
}

/** What became of a checkout that a link has begun. The person who paid knows the session's id. */
async function sendReturn(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  session: string,
): Promise<FastifyReply> {
  const { language } = request.actor
  const provider = SESSION.test(session) ? ctx.payments?.provider.kind : undefined
  const row = provider === undefined ? null : await findByLink(ctx.db, { provider, session })
  if (row === null) return sendCard(ctx, request, reply, pages.over(language))
  const token = cookieOf(ctx, request) ?? null
  const state = await followCheckout(ctx, row)
  if (state === 'confirming' || state === 'unread') {
    reply.header('refresh', String(ASKS_EVERY_SECONDS))
    return sendCard(ctx, request, reply, pages.confirming(language))
  }
  if (state !== 'done') return sendCard(ctx, request, reply, pages.left(language, token))
  const view = (await readBought(ctx.db, row.workspace_id))?.view ?? null
  if (view === null) return sendCard(ctx, request, reply, pages.over(language))
  const page = isOverdue(view.status) ? pages.refused(language, view, token) : pages.done(language, view)
  return sendCard(ctx, request, reply, page)
}
