import { isWithin } from '@waybill/contract/billing/lifts'
import type { Role } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import type { logIn as endpoint, SecondFactorAsked, SignedIn } from '@waybill/contract/identity/session-endpoints'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../platform/http/bind.ts'
import { judgeTry } from '../../../platform/http/limits/judge-try.ts'
import { isAbout } from '../../../platform/security-log/security-scope.ts'
import { readSsoOnly } from '../../../workspaces/index.ts'
import { type Account, ensureDevice, findAccountOfAddress, isPassword, lockAsRead } from '../../accounts/index.ts'
import { inCrowd } from '../passwords/login-crowd.ts'
import { loginTolls } from '../passwords/try-tolls.ts'
import { askSecondFactor } from '../two-factor/ask-second-factor.ts'
import { findOwnDevice } from './find-own-device.ts'
import { commitSignIn, type SignInNeeds, signIn } from './sign-in.ts'

type LogInCall = Pick<Call<typeof endpoint>, 'body' | 'actor' | 'request' | 'reply'>

/**
 * Signs in with address and password, or requests the second factor where one is on. An address without an account is
 * refused with the same steps, work and text. Beyond the free ones, wrong tries cost work, counted separately for a
 * browser that belongs to the account: strangers cannot keep its owner out.
 *
 * @throws Problem 'login-refused', 'proof-required', 'sender-unproven', 'too-many-logins' {retryAfterSeconds}, 'busy',
 *   'sso-required'
 */
export const logIn = (ctx: SignInNeeds, call: LogInCall): Promise<SignedIn | SecondFactorAsked> =>
  inCrowd(call.actor.deviceId === null ? 'newcomers' : 'returning', () => judgeAndSignIn(ctx, call))

async function judgeAndSignIn(
  ctx: SignInNeeds,
  { body, actor, request, reply }: LogInCall,
): Promise<SignedIn | SecondFactorAsked> {
  const parsed = parseAddress(body.email)
  const account = 'address' in parsed ? await judgeLogin(ctx, parsed.address, body.password, request) : null
  if (account === null) throw new Problem('login-refused')
  await requireOwnWay(ctx.db, account)
  const asked = await askSecondFactor(ctx, account)
  if (asked !== null) return asked
  const deviceId = await ensureDevice(ctx, request, reply)
  const signedIn = await commitSignIn(ctx, reply, async (tx) =>
    // The password may have changed since it was checked: the former one is no longer valid.
    (await lockAsRead(tx, account)) ? signIn(ctx, tx, account.id, { actor, request, deviceId }) : null,
  )
  if (signedIn === null) throw new Problem('login-refused')
  return signedIn
}

/**
 * Members at the domain of a company that requires it sign in through that company. The admin never has to, so that
 * nobody is locked out, and nobody has to while the plan has no single sign-on.
 *
 * @throws Problem 'sso-required'; only once the password was right
 */
async function requireOwnWay(db: Context['db'], account: Account): Promise<void> {
  const { email, member_role: memberRole, role, workspace_id: workspaceId } = account
  if (memberRole === 'admin' || !isWithin('sso', role as Role, 1)) return
  const domain = await readSsoOnly(db, workspaceId)
  if (domain !== null && email.endsWith(`@${domain}`)) throw new Problem('sso-required')
}

/** The account, where the password is right; null where it is wrong, or there is no account. */
async function judgeLogin(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  address: string,
  password: string,
  request: FastifyRequest,
): Promise<Account | null> {
  const { actor } = request
  const account = await findAccountOfAddress(ctx.db, address)
  isAbout({ accountId: account?.id, address })
  const { ownDevice, isFamiliar } = await findOwnDevice(ctx, actor.deviceId, { id: account?.id ?? '', email: address })
  return judgeTry(ctx, request, loginTolls(address, { actor, ownDevice }), async () =>
    (await isPassword(password, account?.password_hash ?? null, { isFamiliar })) ? account : null,
  )
}
