import { Problem } from '@waybill/contract/problems'
import { parseAddress } from '@waybill/contract/recipients'
import type { logIn as endpoint, SecondFactorAsked, SignedIn } from '@waybill/contract/sessions'
import { type Account, ensureDevice, findAccountOfAddress, isPassword, lockAsRead } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../http/actor.ts'
import type { Call } from '../http/bind.ts'
import type { Budget } from '../http/rate-limits.ts'
import { isAbout } from '../security/security-scope.ts'
import { askSecondFactor } from './ask-second-factor.ts'
import { judgeTry } from './judge-try.ts'
import { inCrowd } from './login-crowd.ts'
import { isFamiliarDevice } from './session-store.ts'
import { commitSignIn, type SignInNeeds, signIn } from './sign-in.ts'

type Needs = SignInNeeds & Pick<Context, 'limits'>
type LogInCall = Pick<Call<typeof endpoint>, 'body' | 'actor' | 'request' | 'reply'>

const failuresPerAddress: Budget = { name: 'login-failures', points: 50, seconds: 3_600 }
const failuresPerNetwork: Budget = { name: 'login-failures-network', points: 300, seconds: 3_600 }

/**
 * Signs in with address and password, or asks for the second factor where one is on. An address without an account is
 * refused by the same steps, work and words. Wrong tries in a row make the next wait, counted apart for a browser that
 * was signed in before: strangers cannot keep its owner out.
 *
 * @throws Problem 'login-refused', 'too-many-logins' {retryAfterSeconds}, 'too-many-requests', 'busy'
 */
export const logIn = (ctx: Needs, call: LogInCall): Promise<SignedIn | SecondFactorAsked> =>
  inCrowd(call.actor.deviceId === null ? 'newcomers' : 'returning', () => judgeAndSignIn(ctx, call))

async function judgeAndSignIn(
  ctx: Needs,
  { body, actor, request, reply }: LogInCall,
): Promise<SignedIn | SecondFactorAsked> {
  await requireFewFailures(ctx, actor)
  const parsed = parseAddress(body.email)
  const account = 'address' in parsed ? await judgeLogin(ctx, parsed.address, body.password, actor) : null
  if (account === null) {
    await ctx.limits.spend(failuresPerAddress, actor.ip)
    await ctx.limits.spend(failuresPerNetwork, actor.network)
    throw new Problem('login-refused')
  }
  const asked = await askSecondFactor(ctx, account)
  if (asked !== null) return asked
  const deviceId = await ensureDevice(ctx, request, reply)
  const signedIn = await commitSignIn(ctx, reply, async (tx) =>
    // Since it was shown, the password may have been set anew: the former one opens nothing any more.
    (await lockAsRead(tx, account)) ? signIn(ctx, tx, account.id, { actor, request, deviceId }) : null,
  )
  if (signedIn === null) throw new Problem('login-refused')
  return signedIn
}

async function requireFewFailures(ctx: Pick<Context, 'limits'>, actor: Actor): Promise<void> {
  for (const [budget, key] of [
    [failuresPerAddress, actor.ip],
    [failuresPerNetwork, actor.network],
  ] as const) {
    if (await ctx.limits.isSpent(budget, key)) await ctx.limits.spend(budget, key)
  }
}

/** The account, where the password is its; null where it is not, or there is none. */
async function judgeLogin(
  { db }: Pick<Context, 'db'>,
  address: string,
  password: string,
  { deviceId }: Pick<Actor, 'deviceId'>,
): Promise<Account | null> {
  const account = await findAccountOfAddress(db, address)
  isAbout({ accountId: account?.id, address })
  const isFamiliar = await isFamiliarDevice(db, account?.id ?? '', deviceId)
  const name = isFamiliar ? `login/${address}/${deviceId}` : `login/${address}`
  return judgeTry(db, { name, tooMany: 'too-many-logins' }, async () =>
    (await isPassword(password, account?.password_hash ?? null, { isFamiliar })) ? account : null,
  )
}
