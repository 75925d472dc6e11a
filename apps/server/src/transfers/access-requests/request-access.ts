import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { requestAccess as endpoint } from '@waybill/contract/transfers/access-request-endpoints'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import {
  confirmAccessRequestCode,
  findLinked,
  type Link,
  type LinkNeeds,
  requestLinkCode,
  requireOpen,
} from '../../downloads/index.ts'
import { ensureDevice } from '../../identity/accounts/index.ts'
import type { Call } from '../../platform/http/bind.ts'
import type { FoundTransfer } from '../index.ts'
import { addressWithoutCode, mayAskForAccess } from './access-request-policy.ts'
import { saveAccessRequest } from './save-access-request.ts'

type Needs = LinkNeeds & Pick<Context, 'limits' | 'geo' | 'signer'>
type Asking = Pick<Call<typeof endpoint>, 'body' | 'actor' | 'request' | 'reply'>

/**
 * Asks the sender for more time, or for a personal link, once a proven address is known: a personal link's address for
 * time, the account's own, else by a code in this browser.
 *
 * @throws Problem as the contract's `requestAccess` names them
 */
export async function requestAccess(ctx: Needs, asking: Asking): Promise<ReplyOf<typeof endpoint>> {
  const { body, actor, request, reply } = asking
  const { kind, email = '', code = '', lang, slug, user } = body
  const found = await (kind === 'time' ? findForTime : findForAccess)(ctx, { slug, user }, request)
  const { transfer, recipient } = found
  if (kind === 'time' && !transfer.is_expired) return { next: 'open' }
  const language = lang ?? actor.language
  const accessRequest = { kind, language, by: actor }
  const typed = parseAddress(email)
  const requester = {
    linkAddress: recipient.address,
    accountAddress: actor.account?.email ?? null,
    typedAddress: 'address' in typed ? typed.address : null,
  }
  const known = addressWithoutCode(requester, kind)
  if (known !== null) return { next: await saveAccessRequest(ctx, found, { ...accessRequest, address: known }) }
  if (code === '' && email === '') return { next: 'email' }
  const browser = { deviceId: await ensureDevice(ctx, request, reply), request }
  if (code !== '') {
    const { address, use } = await confirmAccessRequestCode(ctx, found, browser, code)
    return { next: await saveAccessRequest(ctx, found, { ...accessRequest, address, use }) }
  }
  await requestLinkCode(ctx, found, browser, { email, language, isForAccessRequest: true })
  return { next: 'code' }
}

/** A locked link must be opened first: it does not even reveal that it has expired. */
async function findForTime(ctx: LinkNeeds, link: Link, request: FastifyRequest): Promise<FoundTransfer> {
  return requireOpen(ctx, await findLinked(ctx, link, request), request.actor)
}

/** The link need not be open: the answer reveals nothing about the transfer. */
async function findForAccess(ctx: LinkNeeds, link: Link, request: FastifyRequest): Promise<FoundTransfer> {
  const found = await findLinked(ctx, link, request)
  if (!mayAskForAccess({ linkAddress: found.recipient.address })) throw new Problem('transfer-not-found')
  if (found.transfer.paused_at !== null) throw new Problem('transfer-paused')
  if (found.transfer.is_expired) throw new Problem('transfer-expired')
  return found
}
