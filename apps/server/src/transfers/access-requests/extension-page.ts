import { Problem } from '@waybill/contract/core/problems'
import type { ExtensionPage } from '@waybill/contract/downloads/page-props'
import { checkExtension } from '@waybill/contract/transfers/access-request-endpoints'
import { EXTENSION_SECONDS } from '@waybill/contract/transfers/expiry'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { sendSlipPage, troubledPage } from '../../downloads/index.ts'
import { asProblem } from '../../platform/http/answer-problem.ts'
import { speakAsAsked } from '../../platform/http/pages/pages.ts'
import { paths } from '../../platform/links.ts'
import { noteRefused } from '../../platform/security-log/security-scope.ts'
import { findTransferByToken } from './check-extension.ts'

/**
 * The page behind the link in a sender's mail. Mail scanners open every link, so the page changes nothing; its button
 * posts. It shows at once what was already granted; everything that can no longer be granted gets one page.
 */
export function extensionPageRoute(app: FastifyInstance, ctx: Context): void {
  app.get('/extension/:token', async (request, reply) => {
    speakAsAsked(request)
    try {
      const page = await findExtensionPage(ctx, request)
      // From a page without any referrer, browsers send forms without an origin; only our own pages get this one.
      if (page.state !== 'offered') reply.header('referrer-policy', 'no-referrer')
      return sendSlipPage(ctx, request, reply, { page, status: 200 })
    } catch (error) {
      const isOver = asProblem(error).code === 'extension-expired'
      const over = { page: { kind: 'extension', state: 'over' } as const, status: 410 }
      return sendSlipPage(ctx, request, reply, isOver ? over : troubledPage(request, error))
    }
  })
}

async function findExtensionPage(ctx: Context, request: FastifyRequest): Promise<ExtensionPage> {
  const { token } = request.params as { token: string }
  const accessRequest = await findTransferByToken(ctx, token, request)
  const { kind: accessRequestKind, slug, address: receiverEmail, givenAt, givenUntil, isOpen } = accessRequest
  if (givenAt === null && !isOpen) throw new Problem('extension-expired')
  const { problem } = request.query as { problem?: unknown }
  return {
    kind: 'extension',
    token,
    accessRequestKind,
    slug,
    receiverEmail,
    state: givenAt === null ? 'offered' : 'given',
    expiryDate: givenUntil?.getTime() ?? null,
    hasTwoDays: givenAt !== null && givenUntil?.getTime() === givenAt.getTime() + EXTENSION_SECONDS * 1_000,
    problem: checkExtension.problems.find((code) => code === problem) ?? null,
  }
}

/** Where a refused form of the page redirects to. */
export const backToExtension =
  ({ token, lang }: PressedForm) =>
  (error: unknown): string => {
    if (!(error instanceof Problem)) throw error
    noteRefused(error.code)
    const isTold = error.code !== 'extension-expired' && error.code !== 'proof-required'
    return extensionAt({ token, lang }, isTold ? { problem: error.code } : {})
  }

/** The page in the language of the form. */
export function extensionAt({ token, lang }: PressedForm, told: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...told, ...(lang ? { lang } : {}) })
  return `${paths.extension(token)}${query.size > 0 ? `?${query}` : ''}`
}

interface PressedForm {
  token: string
  lang?: string | undefined
}
