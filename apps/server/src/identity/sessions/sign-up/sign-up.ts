import { Problem } from '@waybill/contract/core/problems'
import type { signUp as endpoint, SignedIn } from '@waybill/contract/identity/session-endpoints'
import { writeSubscription } from '../../../billing/index.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../platform/http/bind.ts'
import type { Budget } from '../../../platform/http/limits/rate-limits.ts'
import { newId } from '../../../platform/ids.ts'
import { noteSecurityIn } from '../../../platform/security-log/security-scope.ts'
import {
  ensureDevice,
  hashPassword,
  insertAccount,
  knownTimeZone,
  ownName,
  senderAddressOf,
} from '../../accounts/index.ts'
import { isJustProven } from '../../mailed-codes/index.ts'
import { requireGoodPassword } from '../passwords/password-rules.ts'
import type { Browser } from '../sign-in/open-session.ts'
import { commitSignIn, type SignInNeeds, signIn } from '../sign-in/sign-in.ts'
import { repeatSignUp } from './repeat-sign-up.ts'

const signUpsPerNetwork: Budget = { name: 'sign-ups', points: 20, seconds: 3_600 }

/**
 * Creates the account of an address that this browser has proven within 30 minutes, and signs it in. It begins free and
 * on trial, whatever the caller says about role, plan and payment. A browser that repeats the call gets a lost answer
 * again. Problems: 'sender-unproven', 'email-taken', those of the password, 'message-holds-link', 'too-many-requests',
 * 'busy'.
 */
export async function signUp(
  ctx: SignInNeeds & Pick<Context, 'limits'>,
  { body, actor, request, reply }: Pick<Call<typeof endpoint>, 'body' | 'actor' | 'request' | 'reply'>,
): Promise<SignedIn> {
  const email = senderAddressOf(body.email)
  const account = {
    email,
    fullName: ownName(body.fullName, 'fullName'),
    company: ownName(body.company, 'company'),
    language: body.lang ?? actor.language,
    timeZone: knownTimeZone(body.timeZone),
    referrer: body.referrer ?? null,
    referral: body.referral ?? null,
  }
  requireGoodPassword(ctx, body.password, account)
  if (!(await isJustProven(ctx.db, actor.deviceId, email))) throw new Problem('sender-unproven')
  await ctx.limits.spend(signUpsPerNetwork, actor.network)
  const passwordHash = await hashPassword(body.password)
  const browser: Browser = { actor, request, deviceId: await ensureDevice(ctx, request, reply) }
  const id = newId()
  const signedIn = await commitSignIn(ctx, reply, async (tx) => {
    const workspaceId = await insertAccount(tx, { id, passwordHash, ...account })
    if (workspaceId === null) return null
    await writeSubscription(tx, workspaceId, { role: 'free', status: 'trialing' })
    const facts = { by: 'owner' } as const
    await noteSecurityIn(tx, { event: 'account-made', outcome: 'ok', accountId: id, address: email, facts })
    return signIn(ctx, tx, id, browser)
  })
  return signedIn ?? repeatSignUp(ctx, reply, { email, password: body.password, browser })
}
