import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { proveSupplier as endpoint } from '@waybill/contract/requests/supplier-proof-endpoints'
import { confirmSenderCode, requestSenderCode } from '../../identity/mailed-codes/index.ts'
import type { Call } from '../../platform/http/bind.ts'
import { type RequestLinkNeeds, requireAsked } from './find-asked.ts'

/**
 * Mails a code that proves an address for this browser, or checks the mailed one; only where this browser may open the
 * request.
 *
 * @throws Problem as the contract's `proveSupplier` names them
 */
export async function proveSupplier(
  ctx: RequestLinkNeeds,
  { body, actor, request, reply }: Pick<Call<typeof endpoint>, 'body' | 'actor' | 'request' | 'reply'>,
): Promise<ReplyOf<typeof endpoint>> {
  const { email, verifyId, ...link } = body
  await requireAsked(ctx, link, request)
  if (verifyId === '') {
    await requestSenderCode(ctx, { body: { email }, actor, request, reply })
    return { next: 'code' }
  }
  await confirmSenderCode(ctx, { email, verifyId }, request)
  return { next: 'proven' }
}
