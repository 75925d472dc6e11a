import { reportTransfer as endpoint } from '@waybill/contract/abuse/endpoints'
import { problems } from '@waybill/contract/core/problem-statuses'
import { Problem } from '@waybill/contract/core/problems'
import { isRecipientToken, isSlug } from '@waybill/contract/core/slugs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { isLinkForm } from '../downloads/index.ts'
import { bind } from '../platform/http/bind.ts'
import { sendApp, sendPage, speakAsAsked } from '../platform/http/pages/pages.ts'
import { linkTo } from '../platform/links.ts'
import { noteRefused } from '../platform/security-log/security-scope.ts'
import { type ReportForm, renderReportPage } from './report-page.ts'
import { reportTransfer } from './report-transfer.ts'

/**
 * The page that reports a transfer, and its form. The page looks nothing up, so it says nothing about the link. Without
 * scripts a refused form comes back with what was typed and why.
 */
export function abuseRoutes(app: FastifyInstance, ctx: Context): void {
  for (const path of ['/report/:slug', '/report/:slug/:user']) {
    app.get(path, async (request, reply) => {
      speakAsAsked(request)
      const { slug, user } = request.params as { slug: string; user?: string }
      if (!isSlug(slug) || (user !== undefined && !isRecipientToken(user)))
        return sendApp(ctx, request, reply, { status: 404 })
      return sendReportPage(ctx, request, reply, { slug, user })
    })
  }
  bind(app, endpoint, async ({ params: { slug }, body, request, reply }) => {
    const { lang, ...report } = body
    if (!isLinkForm(request)) {
      await reportTransfer(ctx, { slug, ...report }, request)
      return undefined
    }
    if (lang !== undefined) request.actor = { ...request.actor, language: lang }
    const problem = await reportTransfer(ctx, { slug, ...report }, request).then(
      () => null,
      (error) => {
        if (!(error instanceof Problem)) throw error
        noteRefused(error.code)
        return error.code
      },
    )
    reply.code(problem === null ? endpoint.status : problems[problem])
    await sendReportPage(ctx, request, reply, { slug, ...report, problem, isDone: problem === null })
    return undefined
  })
}

async function sendReportPage(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Omit<ReportForm, 'language' | 'supportEmail' | 'helpUrl'>,
): Promise<FastifyReply> {
  const { language } = request.actor
  const { supportEmail } = ctx.config
  reply.header('x-robots-tag', 'noindex, nofollow')
  const helpUrl = linkTo(ctx.config, `${language === 'zh' ? '/zh' : ''}/support/report`)
  const render = (nonce: string) => renderReportPage({ ...form, language, supportEmail, helpUrl }, nonce)
  return sendPage(ctx, request, reply, render, { status: reply.statusCode })
}
