import { Problem } from '@waybill/contract/core/problems'
import type { SignedIn } from '@waybill/contract/identity/session-endpoints'
import type { FastifyReply } from 'fastify'
import { findAccount, isPassword, lockAsRead } from '../../accounts/index.ts'
import type { Browser } from '../sign-in/open-session.ts'
import { commitSignIn, type SignInNeeds, signIn } from '../sign-in/sign-in.ts'
import { listFactorKinds } from '../two-factor/verify-factor.ts'
import { findNewAccount } from './new-account-store.ts'

/**
 * The address already has an account. If this browser has just created it with the same password, its answer was lost:
 * it is signed in. Problem 'email-taken' for everyone else.
 */
export async function repeatSignUp(
  ctx: SignInNeeds,
  reply: FastifyReply,
  { email, password, browser }: { email: string; password: string; browser: Browser },
): Promise<SignedIn> {
  const accountId = await findNewAccount(ctx.db, email, browser.deviceId)
  const account = accountId === null ? null : await findAccount(ctx.db, accountId)
  const isSame =
    account !== null &&
    (await isPassword(password, account.password_hash)) &&
    (await listFactorKinds(ctx.db, account.id)).length === 0
  if (!isSame) throw new Problem('email-taken')
  const signedIn = await commitSignIn(ctx, reply, async (tx) =>
    (await lockAsRead(tx, account)) ? signIn(ctx, tx, account.id, browser) : null,
  )
  if (signedIn === null) throw new Problem('email-taken')
  return signedIn
}
