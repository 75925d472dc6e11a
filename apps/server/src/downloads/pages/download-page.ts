import { ourBranding, type PageBranding } from '@waybill/contract/branding/page-branding'
import { problems } from '@waybill/contract/core/problem-statuses'
import { grantDownload, unlockTransfer } from '@waybill/contract/downloads/endpoints'
import type { DownloadPageProps } from '@waybill/contract/downloads/page-props'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { offerDevice } from '../../identity/accounts/index.ts'
import { asProblem } from '../../platform/http/answer-problem.ts'
import { appPicture } from '../../platform/http/pages/app-facts.ts'
import { builtPage } from '../../platform/http/pages/built-page.ts'
import { packPage, sendPage, speakAsAsked } from '../../platform/http/pages/pages.ts'
import { noteRefused } from '../../platform/security-log/security-scope.ts'
import type { Link } from '../open/find-linked.ts'
import type { LinkChallenge } from '../open/link-challenges.ts'
import { openTransfer } from '../open/open-transfer.ts'
import { expiredPage, findAccessPage, refusedFor, unknownPage } from './access-request-pages.ts'
import type { KeptContents } from './kept-contents.ts'
import { playedFile } from './played-file.ts'

type Page = DownloadPageProps['page']

const PATHS = ['/d/:slug', '/downloads/:slug'].flatMap((path) => [path, `${path}/:user`, `${path}/:user/:zip`])
/** When a client that cannot do the work may return. */
const PROOF_RETRY_SECONDS = 3_600

interface PageParams extends Link {
  zip?: string
}

interface FoundPage {
  page: Page
  status: number
  /** Only of pages that name the sender; absent: ours. */
  branding?: PageBranding
}

/**
 * The recipient's page under every form of its link, for GET and HEAD. It changes nothing and starts nothing: only the
 * form's POST opens a download. Unknown, removed and wrongly opened transfers get the same 404, and a network that must
 * show work first gets the same 429 for everything.
 */
export function downloadPageRoutes(app: FastifyInstance, ctx: Context, kept: KeptContents): void {
  for (const path of [...PATHS, '/w/:slug']) {
    app.get(path, { onSend: packPage }, (request, reply) => sendDownloadPage(ctx, kept, request, reply))
  }
}

async function sendDownloadPage(
  ctx: Context,
  kept: KeptContents,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  speakAsAsked(request)
  const found = await findPage(ctx, kept, request)
  // Its report and a press may come at once: both belong to the same browser.
  if (found.page.kind === 'active') offerDevice(ctx, request, reply)
  return sendSlipPage(ctx, request, reply, found)
}

/** Sends one page of the recipient's entry. */
export async function sendSlipPage(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { page, status, branding = ourBranding }: FoundPage,
): Promise<FastifyReply> {
  const { render, assets } = await builtPage<DownloadPageProps>('download')
  const { language } = request.actor
  const props: DownloadPageProps = { language, supportEmail: ctx.config.supportEmail, branding, page }
  reply.header('x-robots-tag', 'noindex, nofollow')
  if (page.kind === 'trouble') reply.header('retry-after', String(page.facts.retryAfterSeconds ?? 2))
  if (page.kind === 'proof') reply.header('retry-after', String(PROOF_RETRY_SECONDS))
  const ourPicture = request.customHost === null ? appPicture(ctx.config, language) : null
  return sendPage(ctx, request, reply, (nonce) => render(props, { ...assets, nonce, ourPicture }), { status })
}

async function findPage(ctx: Context, kept: KeptContents, request: FastifyRequest): Promise<FoundPage> {
  const { slug, user, zip } = request.params as PageParams
  try {
    const access = await findAccessPage(ctx, request)
    if (access !== null) return { page: access, status: 200 }
    const link = { slug, user, from: fromOf(request) }
    const { branding, part, ...shown } = await openTransfer(ctx, kept, link, request)
    if (part === null) return { page: await expiredPage(ctx, request, shown.transfer), status: 410, branding }
    const isInWechat = /\bMicroMessenger\b/i.test(request.headers['user-agent'] ?? '')
    return {
      page: {
        kind: 'active',
        ...shown,
        part,
        user: user ?? null,
        isForZip: zip !== undefined,
        isInWechat,
        problem: refusedFor(request, grantDownload),
        playing: await playedFile(ctx, request),
      },
      status: 200,
      branding,
    }
  } catch (error) {
    const { code, facts } = asProblem(error)
    const status = problems[code]
    if (code === 'transfer-not-found') return { page: unknownPage(request), status }
    if (code === 'transfer-paused') return { page: { kind: 'paused' }, status }
    if (code === 'link-locked') return { page: locked(request, facts.challenges as LinkChallenge[]), status }
    return troubledPage(request, error)
  }
}

/** `?from=` shows a long transfer from that file on, where scripts are off. */
function fromOf({ query }: FastifyRequest): number {
  const { from } = query as { from?: unknown }
  return typeof from === 'string' && /^\d{1,5}$/.test(from) ? Number(from) : 0
}

/** Replaces any page that cannot be shown, and reveals nothing about it. */
export function troubledPage(request: FastifyRequest, error: unknown): { page: Page; status: number } {
  const { code, facts } = asProblem(error)
  const status = problems[code]
  noteRefused(code)
  if (code === 'proof-required') return { page: { kind: 'proof', challenge: String(facts.challenge) }, status }
  if (status >= 500) request.log.error({ error, code }, 'the page of a transfer failed')
  return { page: { kind: 'trouble', code, facts }, status }
}

/**
 * Reveals nothing about the transfer: `?problem=` is why a form was refused, `?step=email` asks for another address.
 */
function locked(request: FastifyRequest, challenges: readonly LinkChallenge[]): Page {
  const { slug, user } = request.params as PageParams
  const { step } = request.query as { step?: unknown }
  const [first = 'password'] = challenges
  return {
    kind: 'locked',
    slug,
    user: user ?? null,
    challenge: first === 'code' && step === 'email' ? 'email' : first,
    problem: refusedFor(request, unlockTransfer),
  }
}
