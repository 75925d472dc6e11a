import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { unlockTransfer as endpoint } from '@waybill/contract/downloads/endpoints'
import type { Context } from '../../context.ts'
import { ensureDevice, isPassword } from '../../identity/accounts/index.ts'
import type { Call } from '../../platform/http/bind.ts'
import { judgeLinkPassword } from '../../platform/http/limits/judge-link-password.ts'
import { isAbout } from '../../platform/security-log/security-scope.ts'
import { keepPass } from '../grant/grant-store.ts'
import { findLinked, type LinkNeeds } from './find-linked.ts'
import { readChallenges } from './open-link.ts'
import { confirmLinkCode, requestLinkCode } from './prove-address.ts'

/**
 * Answers a link's challenges, even for an expired one, and returns a pass for it in this browser. Ignores answers that
 * are not required.
 *
 * @throws Problem as the contract's `unlockTransfer` names them
 */
export async function unlockTransfer(
  ctx: LinkNeeds & Pick<Context, 'config' | 'geo' | 'signer'>,
  { body, actor, request, reply }: Pick<Call<typeof endpoint>, 'body' | 'actor' | 'request' | 'reply'>,
): Promise<ReplyOf<typeof endpoint>> {
  const { password, email = '', code = '', ...link } = body
  const found = await findLinked(ctx, link, request)
  const { transfer, recipient } = found
  isAbout({ of: transfer.id })
  const { challenges: first } = await readChallenges(ctx, found, actor)
  if (first.length === 0) return { isOpen: true, challenges: [] }
  const deviceId = await ensureDevice(ctx, request, reply)
  const browser = { deviceId, request }
  if (password !== undefined && first.includes('password')) {
    await judgeLinkPassword(ctx, request, transfer.slug, () => isPassword(password, transfer.password_hash))
    await keepPass(ctx.db, { transferId: transfer.id, recipientId: recipient.id, deviceId, address: '' })
  }
  if (first.includes('email') || first.includes('code')) {
    const language = body.lang ?? actor.language
    if (code !== '') await confirmLinkCode(ctx, found, browser, code, actor)
    else if (email !== '') await requestLinkCode(ctx, found, browser, { email, language })
  }
  const { challenges } = await readChallenges(ctx, found, { ...actor, deviceId })
  return { isOpen: challenges.length === 0, challenges }
}
