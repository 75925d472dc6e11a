import type { unlockRequest as endpoint } from '@waybill/contract/requests/submission-endpoints'
import { ensureDevice, isPassword } from '../../identity/accounts/index.ts'
import type { Call } from '../../platform/http/bind.ts'
import { judgeLinkPassword } from '../../platform/http/limits/judge-link-password.ts'
import { isAbout } from '../../platform/security-log/security-scope.ts'
import { keepRequestPass } from '../supplier-identity-store.ts'
import { findAsked, type RequestLinkNeeds } from './find-asked.ts'

/**
 * Exchanges a request's password for a pass of this browser.
 *
 * @throws Problem as the contract's `unlockRequest` names them
 */
export async function unlockRequest(
  ctx: RequestLinkNeeds,
  { body, request, reply }: Pick<Call<typeof endpoint>, 'body' | 'request' | 'reply'>,
): Promise<{ isOpen: boolean }> {
  const { password, ...link } = body
  const { request: asked } = await findAsked(ctx, link, request)
  isAbout({ of: asked.id })
  if (asked.password_hash === null) return { isOpen: true }
  await judgeLinkPassword(ctx, request, asked.slug, () => isPassword(password, asked.password_hash))
  await keepRequestPass(ctx.db, asked.id, await ensureDevice(ctx, request, reply))
  return { isOpen: true }
}
