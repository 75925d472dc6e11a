import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { accountOf } from '../../../platform/http/actor.ts'
import { judgeTry } from '../../../platform/http/limits/judge-try.ts'
import { type Account, findAccount, isPassword, lockAccount } from '../../accounts/index.ts'
import { sessionTolls } from '../passwords/try-tolls.ts'
import { isSteppedUp } from './factor-store.ts'
import { type FactorAnswer, listFactorKinds, verifyFactor } from './verify-factor.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>

/** The credentials in the call. Absent password: the call needs none for an account without a second factor. */
export interface Shown {
  password?: string | undefined
  code?: string | undefined
}

/** The header for the result of `finishStepUp`. */
const HEADER = 'waybill-step-up'

/**
 * The account, once its owner has proven again who they are: a session alone, perhaps left open somewhere, must not
 * change who can sign in. Where a second factor is on, that takes the password and the factor: in this call, or in this
 * session within ten minutes before. Where none is on it takes the password.
 *
 * @throws Problem 'step-up-required' {kinds}, 'password-wrong', 'second-factor-wrong', 'proof-required',
 *   'too-many-requests' {retryAfterSeconds}, 'busy', 'unauthenticated'
 */
export async function requireStepUp(ctx: Needs, request: FastifyRequest, shown: Shown): Promise<Account> {
  const { id, sessionId } = accountOf(request.actor)
  const account = await findAccount(ctx.db, id)
  if (account === null) throw new Problem('unauthenticated')
  const token = request.headers[HEADER]
  if (typeof token === 'string' && (await isSteppedUp(ctx.db, steppedUpToken(sessionId, token)))) return account
  const kinds = await listFactorKinds(ctx.db, id)
  if (kinds.length > 0 && shown.code === undefined) throw new Problem('step-up-required', { kinds })
  if (kinds.length === 0 && shown.password === undefined) return account
  await requirePassword(ctx, request, account, shown.password ?? '')
  if (kinds.length > 0) await requireFactor(ctx, request, { code: shown.code, challenge: null })
  return account
}

/** The name under which a step-up is stored: it is only valid in its own session. */
export const steppedUpToken = (sessionId: string, token: string): string => `stepped-up/${sessionId}/${token}`

/** @throws Problem 'password-wrong', 'proof-required', 'too-many-requests' {retryAfterSeconds}, 'busy' */
export async function requirePassword(
  ctx: Needs,
  request: FastifyRequest,
  account: Account,
  password: string,
): Promise<void> {
  const tolls = sessionTolls('password', account.id, accountOf(request.actor).sessionId)
  const isRight = await judgeTry(ctx, request, tolls, async () =>
    (await isPassword(password, account.password_hash, { isFamiliar: true })) ? true : null,
  )
  if (isRight === null) throw new Problem('password-wrong')
}

/** @throws Problem 'second-factor-wrong', 'proof-required', 'too-many-requests' {retryAfterSeconds} */
export async function requireFactor(ctx: Needs, request: FastifyRequest, answer: FactorAnswer): Promise<void> {
  const { id, sessionId } = accountOf(request.actor)
  const isRight = await judgeTry(ctx, request, sessionTolls('second-factor', id, sessionId), () =>
    ctx.db.transaction().execute(async (tx) => {
      await lockAccount(tx, id)
      return (await verifyFactor(ctx, tx, id, answer)) ? true : null
    }),
  )
  if (isRight === null) throw new Problem('second-factor-wrong')
}
