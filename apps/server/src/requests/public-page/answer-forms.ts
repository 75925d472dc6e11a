import type { ProblemCode } from '@waybill/contract/core/problems'
import { isRecipientToken, isSlug } from '@waybill/contract/core/slugs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { answerProblem, asProblem } from '../../platform/http/answer-problem.ts'
import { noteRefusal } from '../../platform/http/note-refusal.ts'
import { paths } from '../../platform/links.ts'
import { keepTyped } from './typed-texts.ts'

/**
 * The page's plain forms, which a browser sends without scripts: each redirects back to its page, in that page's
 * language, even when it is refused.
 */
const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/i

/**
 * How long to read from a client that keeps sending after the answer: most browsers read the answer only then, or when
 * cut off.
 */
const LINGER_MS = 5_000

/** The page shows these by itself. */
const shown: readonly ProblemCode[] = [
  'request-not-found',
  'request-paused',
  'request-closed',
  'request-expired',
  'link-locked',
]

export const isAnswerForm = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  FORM.test(headers['content-type'] ?? '')

/** A browser that expects a page as the answer to a form. */
const isReader = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '')

/** The page's own URL; keeps the page's `?lang=`. */
export function pageAfter(request: FastifyRequest, path: string, query: Record<string, string> = {}): string {
  const lang = behind(request)?.searchParams.get('lang')
  const spoken = lang === 'en' || lang === 'zh' ? { lang } : {}
  const all = new URLSearchParams({ ...query, ...spoken })
  return all.size === 0 ? path : `${path}?${all}`
}

/** Uses the language of the form's page for mails to its sender. */
export function speakAsBefore(request: FastifyRequest): void {
  const lang = behind(request)?.searchParams.get('lang')
  if (lang === 'en' || lang === 'zh') request.actor = { ...request.actor, language: lang }
}

/**
 * Answers a form that failed: redirects a reader to the page, which says why and has the typed texts again; gives a
 * program the problem.
 */
export function answerRefusedForm(
  ctx: Pick<Context, 'origins' | 'masterKey' | 'config' | 'clock'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { code } = asProblem(error)
  linger(request, reply)
  const isTold = request.routeOptions.config.endpoint?.problems.includes(code) ?? false
  const path =
    isTold && isAnswerForm(request) && isReader(request) ? pathOf(ctx.origins.pageOriginsOf(request), request) : null
  if (path === null) return answerProblem(error, request, reply)
  noteRefusal(request, { code })
  if (request.body instanceof FormData) keepTyped(ctx, path, request.body, reply)
  const location = pageAfter(request, path, shown.includes(code) ? {} : { problem: code })
  return reply.code(303).header('cache-control', 'no-store').header('location', location).send()
}

/**
 * A form may be answered before it is complete. The rest is discarded for a while, so that the client reads the answer,
 * and then the connection is cut: closing at once would lose the answer on some systems.
 */
function linger({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return
  reply.removeHeader('connection')
  setTimeout(() => {
    if (!raw.complete) raw.socket.destroy()
  }, LINGER_MS).unref()
}

/** The page of the form: from the browser's headers, else from the form's own fields. */
function pathOf(pageOrigins: readonly string[], request: FastifyRequest): string | null {
  const page = behind(request)
  const [, slug, user] = /^\/r\/([^/]+)(?:\/([^/]+))?$/.exec(page?.pathname ?? '') ?? []
  const told = page !== null && pageOrigins.includes(page.origin) ? linkPath(slug, user) : null
  if (told !== null) return told
  const { body, params } = request
  const fields = body instanceof FormData ? Object.fromEntries(body) : (body as Record<string, unknown> | undefined)
  const named: Record<string, unknown> = { ...fields, ...(params as Record<string, unknown>) }
  return linkPath(named.slug, named.user || undefined)
}

const linkPath = (slug: unknown, user: unknown): string | null =>
  isSlug(slug) && (user === undefined || isRecipientToken(user)) ? paths.request(slug, user) : null

const behind = ({ headers: { referer } }: FastifyRequest): URL | null =>
  referer !== undefined && URL.canParse(referer) ? new URL(referer) : null
