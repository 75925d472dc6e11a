import { Problem } from '@waybill/contract/core/problems'
import { isRecipientToken } from '@waybill/contract/core/slugs'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { listAddresses } from '../../identity/accounts/index.ts'
import { listProvenAddresses } from '../../identity/mailed-codes/index.ts'
import { guardMisses } from '../../platform/http/guards/guard-misses.ts'
import { hashToken } from '../../platform/ids.ts'
import { may } from '../request-policy.ts'
import { findStandingRequest, type RequestRow } from '../request-store.ts'
import { findByBrowser, findSupplierByToken, hasRequestPass } from '../supplier-identity-store.ts'
import type { SupplierRow } from '../supplier-store.ts'

/** What a lookup of a link needs. */
export type RequestLinkNeeds = Pick<Context, 'db' | 'alarms' | 'masterKey' | 'config'>

/** The contents of a request's link. */
export interface AskedLink {
  slug: string
  /** The token of an invited supplier; absent or empty on the open link. */
  user?: string | undefined
}

/** A request that the caller may answer; `supplier` null: not known yet. */
export interface OpenedRequest {
  request: RequestRow
  supplier: SupplierRow | null
}

/**
 * The request of a link, and the link's holder. A link with a supplier's token opens whatever its network has tried; a
 * link with only a slug, or an invalid one, is subject to `guardMisses`.
 *
 * @throws Problem 'request-not-found', the same for unknown and deleted ones, those of a suspended account, and for a
 * slug that only invited suppliers may use;
 *   'too-many-requests', 'proof-required'
 */
export async function findAsked(
  ctx: RequestLinkNeeds,
  { slug, user }: AskedLink,
  request: FastifyRequest,
): Promise<OpenedRequest> {
  const { deviceId } = request.actor
  const found = await findStandingRequest(ctx.db, { slug }, { isServed: true })
  const token = user === undefined || user === '' ? null : user
  const supplier =
    token === null
      ? await findByBrowser(ctx.db, found?.id ?? '', { deviceId, addresses: await provenBy(ctx.db, request.actor) })
      : await findSupplierByToken(ctx.db, found?.id ?? '', hashToken(isRecipientToken(token) ? token : ''))
  const tokenIs = token === null ? 'none' : supplier === null ? 'wrong' : 'right'
  const isHit = found !== null && may({ token: tokenIs }, 'find', found)
  if (token === null || !isHit) await guardMisses(ctx, request, { isMiss: !isHit })
  if (!isHit) throw new Problem('request-not-found')
  return { request: found, supplier }
}

/** The addresses that this browser, or the account it is signed in to, has proven. */
async function provenBy(
  db: RequestLinkNeeds['db'],
  { deviceId, account }: { deviceId: string | null; account: { id: string } | null },
): Promise<string[]> {
  const [ofBrowser, ofAccount] = await Promise.all([
    deviceId === null ? [] : listProvenAddresses(db, deviceId),
    account === null ? [] : listAddresses(db, account.id),
  ])
  return [...ofBrowser, ...ofAccount.map(({ address }) => address)]
}

/** The same, if it is open to this browser. @throws also Problem 'link-locked' {asks} */
export async function requireAsked(
  ctx: RequestLinkNeeds,
  link: AskedLink,
  request: FastifyRequest,
  deviceId = request.actor.deviceId,
): Promise<OpenedRequest> {
  const asked = await findAsked(ctx, link, request)
  const isOpen =
    may({}, 'read', asked.request) ||
    may({ hasPass: await hasRequestPass(ctx.db, asked.request.id, deviceId) }, 'read', asked.request)
  if (!isOpen) throw new Problem('link-locked', { asks: ['password'] })
  return asked
}
