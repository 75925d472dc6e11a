import { Problem } from '@waybill/contract/core/problems'
import type { answerSecondFactor as endpoint, SignedIn } from '@waybill/contract/identity/session-endpoints'
import type { Call } from '../../../platform/http/bind.ts'
import { judgeTry } from '../../../platform/http/limits/judge-try.ts'
import { isAbout } from '../../../platform/security-log/security-scope.ts'
import { ensureDevice, findAccount, lockAccount } from '../../accounts/index.ts'
import { factorTolls } from '../passwords/try-tolls.ts'
import { findOwnDevice } from '../sign-in/find-own-device.ts'
import { commitSignIn, type SignInNeeds, signIn } from '../sign-in/sign-in.ts'
import { findChallenge, spendChallengeTry, useChallenge } from './factor-store.ts'
import { verifyFactor } from './verify-factor.ts'

/**
 * Signs in with the second factor that a login requested. A ticket allows five tries, and wrong ones for all the
 * account's tickets together cost work, except for a browser that belongs to the account.
 *
 * @throws Problem 'second-factor-wrong', 'login-expired', 'proof-required', 'sender-unproven', 'too-many-requests'
 *   {retryAfterSeconds}
 */
export async function answerSecondFactor(
  ctx: SignInNeeds,
  { body, actor, request, reply }: Pick<Call<typeof endpoint>, 'body' | 'actor' | 'request' | 'reply'>,
): Promise<SignedIn> {
  const { ticket, code, passkey } = body
  const asked = await findChallenge(ctx.db, ticket, 'second-factor')
  if (asked === null) throw new Problem('login-expired')
  const { accountId, challenge } = asked
  isAbout({ accountId })
  const deviceId = await ensureDevice(ctx, request, reply)
  const account = await findAccount(ctx.db, accountId)
  const { ownDevice } = await findOwnDevice(ctx, actor.deviceId, { id: accountId, email: account?.email ?? '' })
  const signedIn = await judgeTry(ctx, request, factorTolls(accountId, { actor, ownDevice }), async () => {
    if (!(await spendChallengeTry(ctx.db, ticket))) throw new Problem('login-expired')
    return commitSignIn(ctx, reply, async (tx) => {
      await lockAccount(tx, accountId)
      if (!(await verifyFactor(ctx, tx, accountId, { code, passkey, challenge }))) return null
      if (!(await useChallenge(tx, ticket))) throw new Problem('login-expired')
      return signIn(ctx, tx, accountId, { actor, request, deviceId })
    })
  })
  if (signedIn === null) throw new Problem('second-factor-wrong')
  return signedIn
}
