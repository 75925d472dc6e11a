import type { AnyEndpoint } from '@waybill/contract/core/endpoint'
import type { ProblemCode } from '@waybill/contract/core/problems'
import { isSlug } from '@waybill/contract/core/slugs'
import type { AccessPage, AccessRequestStep, ExpiredPage, UnknownPage } from '@waybill/contract/downloads/page-props'
import { requestAccess, requestResend } from '@waybill/contract/transfers/access-request-endpoints'
import type { TransferView } from '@waybill/contract/transfers/transfer-view'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { hasOpenLinkCode } from '../../identity/mailed-codes/index.ts'
import { findTransfer, readRequestedAt } from '../../transfers/index.ts'
import { findLinked, type Link, type LinkNeeds } from '../open/find-linked.ts'

/** The parts of a link's pages for requests to its sender. */

/** Why a form of the page was refused, where its call can be refused for that reason. */
export function refusedFor({ query }: FastifyRequest, { problems }: AnyEndpoint): ProblemCode | null {
  const { problem } = query as { problem?: unknown }
  return problems.find((code) => code === problem) ?? null
}

const stepOf = ({ query }: FastifyRequest): unknown => (query as { step?: unknown }).step

/**
 * The link has expired: its recipient can request more time with one press, anybody else must first prove an address.
 */
export async function expiredPage(
  { db }: Pick<Context, 'db'>,
  request: FastifyRequest,
  { slug, sender, expiresAt, recipient: address }: TransferView,
): Promise<ExpiredPage> {
  const { user } = request.params as Link
  const { transfer, recipient } = await findTransfer(db, slug, user)
  const requester = { transferId: transfer.id, kind: 'time' as const }
  const wasRequested = address !== null && (await readRequestedAt(db, { ...requester, address })) !== null
  const step = wasRequested ? 'requested' : address !== null ? 'press' : await stepAt(db, request, recipient.id)
  return {
    kind: 'expired',
    slug,
    user: user || null,
    sender,
    expiresAt,
    step,
    problem: refusedFor(request, requestAccess),
  }
}

/** `?step=access…` on a recipient's own link: anybody it was forwarded to can request a personal one. */
export async function findAccessPage(
  ctx: LinkNeeds & Pick<Context, 'db'>,
  request: FastifyRequest,
): Promise<AccessPage | null> {
  const { slug, user } = request.params as Link
  const shown = stepOf(request)
  if (!user || typeof shown !== 'string' || !shown.startsWith('access')) return null
  const { transfer, recipient } = await findLinked(ctx, { slug, user }, request)
  if (transfer.paused_at !== null || transfer.is_expired || recipient.address === null) return null
  const step = await stepAt(ctx.db, request, recipient.id)
  return { kind: 'access', slug, user, step, problem: refusedFor(request, requestAccess) }
}

/** The same for every invalid link; one without a token may be what is left of a lost mail. */
export function unknownPage(request: FastifyRequest): UnknownPage {
  const { slug, user } = request.params as Link
  const isBare = user === undefined && /^\/(?:d|downloads)\//.test(request.url) && isSlug(slug)
  return {
    kind: 'unknown',
    mail: !isBare ? null : stepOf(request) === 'mailed' ? 'mailed' : 'offered',
    problem: isBare ? refusedFor(request, requestResend) : null,
  }
}

/** The next field; '…email' and '…requested' are in the URL of pages without scripts. */
async function stepAt(db: Context['db'], request: FastifyRequest, recipientId: string): Promise<AccessRequestStep> {
  const step = String(stepOf(request))
  if (step.endsWith('requested')) return 'requested'
  const { deviceId } = request.actor
  if (step.endsWith('email') || deviceId === null) return 'email'
  return (await hasOpenLinkCode(db, recipientId, deviceId)) ? 'code' : 'email'
}
