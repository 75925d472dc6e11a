import type { unlockRequest as endpoint } from '@waybill/contract/inbox'
import { Problem } from '@waybill/contract/problems'
import { ensureDevice, isPassword } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Call } from '../http/bind.ts'
import type { Budget } from '../http/rate-limits.ts'
import { isAbout } from '../security/security-scope.ts'
import { findAsked, type LinkNeeds } from './find-asked.ts'
import { keepRequestPass } from './supplier-store.ts'

/** Of one request from one network. */
const passwordTries: Budget = { name: 'request-passwords', points: 10, seconds: 900 }

/**
 * Takes a request's password for a pass of this browser.
 *
 * @throws Problem as the contract's `unlockRequest` names them
 */
export async function unlockRequest(
  ctx: LinkNeeds & Pick<Context, 'limits'>,
  { body, actor, request, reply }: Pick<Call<typeof endpoint>, 'body' | 'actor' | 'request' | 'reply'>,
): Promise<{ isOpen: boolean }> {
  const { password, ...link } = body
  const { request: asked } = await findAsked(ctx, link, request)
  isAbout({ of: asked.id })
  if (asked.password_hash === null) return { isOpen: true }
  await ctx.limits.spend(passwordTries, `${asked.slug} ${actor.network}`)
  if (!(await isPassword(password, asked.password_hash))) throw new Problem('link-password-wrong')
  await keepRequestPass(ctx.db, asked.id, await ensureDevice(ctx, request, reply))
  return { isOpen: true }
}
