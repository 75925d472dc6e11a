import { REFERRAL } from '@waybill/contract/identity/referral'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { readSessionCookie } from '../identity/sessions/index.ts'
import { packPage } from '../platform/http/pages/pages.ts'
import { sendPlans } from './app-documents.ts'
import { pricingPage } from './pages/pricing-page.ts'
import { sendPublicPage } from './send-public-page.ts'
import { pricingWords } from './words/pricing-words.ts'

/** What led to the sign-up, which is a page of the app: a plan, files to keep, a limit, a code, a sender. */
const SIGN_UP_QUERIES = ['plan', 'save', 'sender', 'verifyComplete', 'limit', 'need', 'next']

/**
 * The prices: a page without scripts for visitors. A browser with a session gets the app's page of plans, which shows
 * what the account has; an address that asks for the sign-up leads to it.
 */
export function pricingRoutes(app: FastifyInstance, ctx: Context): void {
  const titles = { en: pricingWords.en.title, zh: pricingWords.zh.title }
  app.publicPages.add({ path: '/pricing', languages: ['en', 'zh'], changedOn: null, titles })
  const hasSession = (request: FastifyRequest) => readSessionCookie(ctx.config, request) !== undefined
  const sendApp = sendPlans(app, ctx)
  app.get('/pricing', { onSend: packPage }, (request, reply) => {
    if (hasSession(request)) return sendApp(request, reply)
    const query = request.query as Record<string, unknown>
    if (SIGN_UP_QUERIES.some((name) => name in query)) return lead(reply, `/signup${queryOf(request)}`)
    return sendPublicPage(app, ctx, { page: pricingPage(ctx, 'en', viaOf(query)), language: 'en', request, reply })
  })
  app.get('/zh/pricing', { onSend: packPage }, (request, reply) => {
    if (hasSession(request)) return lead(reply, `/pricing${queryOf(request)}`)
    const via = viaOf(request.query as Record<string, unknown>)
    return sendPublicPage(app, ctx, { page: pricingPage(ctx, 'zh', via), language: 'zh', request, reply })
  })
}

/** The answer depends on the cookie, so that nothing may keep it. */
const lead = (reply: FastifyReply, to: string): FastifyReply =>
  reply.header('cache-control', 'no-store').header('vary', 'Cookie').redirect(to, 302)

const queryOf = ({ url }: FastifyRequest): string => /\?.*$/.exec(url)?.[0] ?? ''

const viaOf = ({ via }: Record<string, unknown>): string | null =>
  typeof via === 'string' && REFERRAL.test(via) ? via : null
