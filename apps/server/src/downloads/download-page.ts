import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { TransferView } from '@waybill/contract/transfers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DownloadPageProps } from '../../../web/src/download/page-props.ts'
import type { Context } from '../context.ts'
import { asProblem } from '../http/answer-problem.ts'
import { sendPage } from '../http/pages.ts'
import { builtDownloadPage } from './download-page-assets.ts'
import type { Link } from './find-linked.ts'
import { openTransfer } from './open-transfer.ts'

type Page = DownloadPageProps['page']

const PATHS = ['/d/:slug', '/downloads/:slug'].flatMap((path) => [path, `${path}/:user`, `${path}/:user/:zip`])
/** A list of many files is worth packing. */
const PACKED_FROM_CHARS = 8_192

interface PageParams extends Link {
  zip?: string
}

/**
 * The recipient's page under every shape of its link, for GET and HEAD. It changes nothing and starts nothing: what
 * opens a download is the form's POST. Unknown, removed and wrongly opened transfers answer the same 404.
 */
export function downloadPageRoutes(app: FastifyInstance, ctx: Context): void {
  for (const path of [...PATHS, '/w/:slug']) {
    app.get(path, { onSend: pack }, (request, reply) => sendDownloadPage(ctx, request, reply))
  }
}

async function sendDownloadPage(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { render, assets } = await builtDownloadPage()
  speakAsAsked(request)
  const { page, status } = await findPage(ctx, request)
  const props: DownloadPageProps = { language: request.actor.language, page }
  reply.header('x-robots-tag', 'noindex, nofollow')
  if (page.kind === 'trouble') reply.header('retry-after', String(page.facts.retryAfterSeconds ?? 2))
  return sendPage(ctx, request, reply, (nonce) => render(props, { ...assets, nonce }), { status })
}

/** `?lang=` is the language switch of a page without scripts: it holds for this answer and is kept nowhere. */
function speakAsAsked(request: FastifyRequest): void {
  const { lang } = request.query as { lang?: unknown }
  if (lang === 'en' || lang === 'zh') request.actor = { ...request.actor, language: lang }
}

async function findPage(ctx: Context, request: FastifyRequest): Promise<{ page: Page; status: number }> {
  const { slug, user, zip } = request.params as PageParams
  try {
    const transfer = await openTransfer(ctx, { slug, user }, request)
    if (transfer.state === 'expired') return { page: expired(transfer), status: 410 }
    const isInWechat = /\bMicroMessenger\b/i.test(request.headers['user-agent'] ?? '')
    return {
      page: { kind: 'active', transfer, user: user ?? null, isForZip: zip !== undefined, isInWechat },
      status: 200,
    }
  } catch (error) {
    const { code, status, facts } = asProblem(error)
    if (code === 'transfer-not-found') return { page: { kind: 'unknown' }, status }
    if (status >= 500) request.log.error({ error, code }, 'the page of a transfer failed')
    return { page: { kind: 'trouble', code, facts }, status }
  }
}

const expired = ({ slug, sender, expiresAt }: TransferView): Page => ({ kind: 'expired', slug, sender, expiresAt })

const packed = promisify(gzip)

async function pack(request: FastifyRequest, reply: FastifyReply, page: unknown): Promise<unknown> {
  if (typeof page !== 'string' || page.length < PACKED_FROM_CHARS || request.method !== 'GET') return page
  reply.header('vary', 'Cookie, Accept-Language, Accept-Encoding')
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return page
  reply.header('content-encoding', 'gzip')
  return packed(page)
}
