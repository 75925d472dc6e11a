import { ourBranding, type PageBranding } from '@waybill/contract/branding/page-branding'
import { problems } from '@waybill/contract/core/problem-statuses'
import type { ProblemCode } from '@waybill/contract/core/problems'
import type { AnswerPageProps, AskedPage } from '@waybill/contract/requests/page-props'
import type { RequestState } from '@waybill/contract/requests/shapes'
import {
  fetchItemExample,
  MAX_FORM_BYTES,
  type RequestView,
  sendSmallSubmission,
  unlockRequest,
} from '@waybill/contract/requests/submission-endpoints'
import { proveSupplier } from '@waybill/contract/requests/supplier-proof-endpoints'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { sendSlipPage, troubledPage } from '../../downloads/index.ts'
import { findCodeAddress, listProvenAddresses } from '../../identity/mailed-codes/index.ts'
import { asProblem } from '../../platform/http/answer-problem.ts'
import { appPicture } from '../../platform/http/pages/app-facts.ts'
import { builtPage } from '../../platform/http/pages/built-page.ts'
import { packPage, sendPage, speakAsAsked } from '../../platform/http/pages/pages.ts'
import { paths } from '../../platform/links.ts'
import { noteRefused } from '../../platform/security-log/security-scope.ts'
import { openRequestPage } from './open-request.ts'
import { readTyped } from './typed-texts.ts'

type Page = AnswerPageProps['page']

interface PageParams {
  slug: string
  user?: string
}

interface FoundPage {
  page: Page
  status: number
  /** Only of pages that name the requester; absent: ours. */
  branding?: PageBranding
}

const statusOf: Record<RequestState, number> = { open: 200, paused: 403, closed: 410, expired: 410 }

/**
 * The supplier's page under its open and its personal link, for GET and HEAD. It changes nothing: files come through
 * calls and forms. Unknown, removed and wrongly opened requests get the same 404, and a network that must show work
 * first gets the same 429 for everything.
 */
export function answerPageRoutes(app: FastifyInstance, ctx: Context): void {
  for (const path of ['/r/:slug', '/r/:slug/:user']) {
    app.get(path, { onSend: packPage }, (request, reply) => sendAnswerPage(ctx, request, reply))
  }
}

async function sendAnswerPage(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  speakAsAsked(request)
  try {
    return await sendOne(ctx, request, reply, await findPage(ctx, request))
  } catch (error) {
    // The work is the same wherever it is required, and so is its page.
    if (asProblem(error).code === 'proof-required') {
      return sendSlipPage(ctx, request, reply, troubledPage(request, error))
    }
    return sendOne(ctx, request, reply, pageInstead(request, error))
  }
}

async function sendOne(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { page, status, branding = ourBranding }: FoundPage,
): Promise<FastifyReply> {
  const { render, assets } = await builtPage<AnswerPageProps>('answer')
  const { language } = request.actor
  const props: AnswerPageProps = { language, supportEmail: ctx.config.supportEmail, branding, page }
  reply.header('x-robots-tag', 'noindex, nofollow')
  if (page.kind === 'trouble') reply.header('retry-after', String(page.facts.retryAfterSeconds ?? 2))
  const ourPicture = request.customHost === null ? appPicture(ctx.config, language) : null
  return sendPage(ctx, request, reply, (nonce) => render(props, { ...assets, nonce, ourPicture }), { status })
}

async function findPage(ctx: Context, request: FastifyRequest): Promise<FoundPage> {
  const { slug, user } = request.params as PageParams
  const { received } = request.query as { received?: unknown }
  const { view, branding } = await openRequestPage(ctx, { slug, user }, request)
  const named = typeof received === 'string' ? received : null
  const isShown = view.sent.some(({ _id }) => _id === named)
  const problem = problemIn(request)
  return {
    page: {
      kind: 'asked',
      request: view,
      user: user ?? null,
      received: named,
      problem,
      typed: problem === null ? null : readTyped(ctx, paths.request(slug, user), request),
      proof: await findProof(ctx, view, request),
      formLimitBytes: MAX_FORM_BYTES,
    },
    status: isShown ? 200 : statusOf[view.state],
    branding,
  }
}

/** A refused code is typed again if there is one; a refused address is typed again too. */
const typedAgain: readonly unknown[] = ['code-malformed', 'code-wrong', 'too-many-codes'] satisfies ProblemCode[]

async function findProof(
  { db }: Pick<Context, 'db'>,
  { asks }: RequestView,
  { actor, query }: FastifyRequest,
): Promise<AskedPage['proof']> {
  if (!asks.includes('code')) return null
  const { deviceId } = actor
  const { step, problem } = query as { step?: unknown; problem?: unknown }
  if (deviceId === null) return { proven: null, mailed: null }
  const isTyping = step === 'code' || typedAgain.includes(problem)
  const mailed = isTyping ? await findCodeAddress(db, deviceId) : null
  const isAnew = step === 'email' || isTyping || problem === 'sender-unproven'
  const [proven = null] = isAnew ? [] : await listProvenAddresses(db, deviceId)
  return { proven, mailed }
}

function pageInstead(request: FastifyRequest, error: unknown): { page: Page; status: number } {
  const { code, facts } = asProblem(error)
  const status = problems[code]
  noteRefused(code)
  const { slug, user } = request.params as PageParams
  if (code === 'request-not-found') return { page: { kind: 'unknown' }, status }
  if (code === 'link-locked') {
    return { page: { kind: 'locked', slug, user: user ?? null, problem: problemIn(request) }, status }
  }
  if (status >= 500) request.log.error({ error, code }, 'the page of a request failed')
  return { page: { kind: 'trouble', code, facts }, status }
}

/** Why a form of the page was refused, where one of its calls can be refused for that reason. */
function problemIn({ query }: FastifyRequest): ProblemCode | null {
  const { problem } = query as { problem?: unknown }
  const codes: readonly ProblemCode[] = [sendSmallSubmission, unlockRequest, proveSupplier, fetchItemExample].flatMap(
    ({ problems }) => problems,
  )
  return codes.find((code) => code === problem) ?? null
}
