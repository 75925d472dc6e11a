import type { SignedIn } from '@waybill/contract/identity/session-endpoints'
import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import { wishForIcon } from '../../../branding/index.ts'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import { noteSecurityIn } from '../../../platform/security-log/security-scope.ts'
import { countLogin, joinAccount } from '../../accounts/index.ts'
import { readUser } from '../read-user.ts'
import { signAccessToken } from '../refresh/access-token.ts'
import { endCookieSession } from '../refresh/cookie-session.ts'
import { setSessionCookie } from '../refresh/session-cookie.ts'
import { isFamiliarDevice } from '../session-store.ts'
import { type Browser, openSession } from './open-session.ts'
import { tellAccount } from './tell-account.ts'

export type SignInNeeds = Pick<Context, 'db' | 'masterKey' | 'config' | 'geo'>

export interface SignInResult {
  signedIn: SignedIn
  token: string
}

/**
 * Signs the account in on the calling browser, in the caller's transaction: counts the login, opens a session in place
 * of this browser's previous one, tells the account about a new browser, and has what the account's addresses sent,
 * and this browser's conversation, join it. The logins of one account run one after the other.
 */
export async function signIn(
  ctx: SignInNeeds,
  tx: Kysely<Database>,
  accountId: string,
  browser: Browser,
): Promise<SignInResult> {
  const isFirst = (await countLogin(tx, accountId)) === 1
  const isFamiliar = await isFamiliarDevice(tx, accountId, browser.deviceId)
  await endCookieSession(ctx, tx, browser.request, 'replaced')
  const { id, token, device, place, openedAt } = await openSession(ctx, tx, accountId, browser)
  if (!isFirst && !isFamiliar) {
    await tellAccount(ctx, tx, accountId, 'new-sign-in', { device, place, at: openedAt.toISOString() })
  }
  await joinAccount(tx, accountId)
  await addJob(tx, 'adopt-conversation', { accountId, deviceId: browser.deviceId })
  const accessToken = await signAccessToken(ctx.masterKey, id)
  const user = await readUser(tx, ctx.config, accountId)
  await wishForIcon(ctx, tx, user.email)
  await noteSecurityIn(tx, { event: 'login', outcome: 'ok', accountId, address: user.email })
  return { signedIn: { accessToken, refreshToken: id, user }, token }
}

/** Commits what `work` did; only then does the browser get the cookie. Null where `work` opened nothing. */
export async function commitSignIn<Result extends SignInResult | null>(
  ctx: SignInNeeds,
  reply: FastifyReply,
  work: (tx: Kysely<Database>) => Promise<Result>,
): Promise<SignedIn | Extract<Result, null>> {
  const opened = await ctx.db.transaction().execute(work)
  if (opened === null) return opened as Extract<Result, null>
  setSessionCookie(ctx.config, reply, opened.token)
  return opened.signedIn
}
