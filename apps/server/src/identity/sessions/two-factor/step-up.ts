import { Problem } from '@waybill/contract/core/problems'
import type { SecondFactorAsked } from '@waybill/contract/identity/session-endpoints'
import type { beginStepUp, finishStepUp, SteppedUp } from '@waybill/contract/identity/step-up-endpoints'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { accountOf } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/bind.ts'
import { newToken } from '../../../platform/ids.ts'
import { noteSecurity } from '../../../platform/security-log/security-scope.ts'
import { findAccount } from '../../accounts/index.ts'
import { findChallenge, insertChallenge, spendChallengeTry, useChallenge } from './factor-store.ts'
import { requireFactor, requirePassword, steppedUpToken } from './require-step-up.ts'
import { listFactorKinds, passkeyLoginOptions } from './verify-factor.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>
const VALID_MINUTES = 10

/** A ticket is only valid in the session that requested it. */
const ticketName = (sessionId: string, ticket: string) => `step-up/${sessionId}/${ticket}`

/**
 * The first half of a step-up: the password. The whole of it where no second factor is on.
 *
 * @throws Problem as `requirePassword`
 */
export async function startStepUp(
  ctx: Needs,
  { body, request }: Pick<Call<typeof beginStepUp>, 'body' | 'request'>,
): Promise<SteppedUp | SecondFactorAsked> {
  const { id, sessionId } = accountOf(request.actor)
  const account = await findAccount(ctx.db, id)
  if (account === null) throw new Problem('unauthenticated')
  await requirePassword(ctx, request, account, body.password)
  const kinds = await listFactorKinds(ctx.db, id)
  if (kinds.length === 0) return giveStepUp(ctx, request)
  const passkey = await passkeyLoginOptions(ctx, id)
  const ticket = newToken(256)
  await insertChallenge(ctx.db, {
    token: ticketName(sessionId, ticket),
    purpose: 'step-up',
    accountId: id,
    challenge: passkey?.challenge ?? null,
    validMinutes: VALID_MINUTES,
  })
  return { secondFactor: { ticket, kinds, passkeyOptions: passkey?.options ?? null } }
}

/**
 * The second half: a factor.
 *
 * @throws Problem 'login-expired' for an invalid or expired ticket; as `requireFactor`
 */
export async function endStepUp(
  ctx: Needs,
  { body: { ticket, code, passkey }, request }: Pick<Call<typeof finishStepUp>, 'body' | 'request'>,
): Promise<SteppedUp> {
  const name = ticketName(accountOf(request.actor).sessionId, ticket)
  const asked = await findChallenge(ctx.db, name, 'step-up')
  if (asked === null || !(await spendChallengeTry(ctx.db, name))) throw new Problem('login-expired')
  await requireFactor(ctx, request, { code, passkey, challenge: asked.challenge })
  if (!(await useChallenge(ctx.db, name))) throw new Problem('login-expired')
  return giveStepUp(ctx, request)
}

async function giveStepUp({ db }: Needs, request: FastifyRequest): Promise<SteppedUp> {
  const { id, sessionId } = accountOf(request.actor)
  const stepUp = newToken(256)
  const expiresAt = await insertChallenge(db, {
    token: steppedUpToken(sessionId, stepUp),
    purpose: 'stepped-up',
    accountId: id,
    challenge: null,
    validMinutes: VALID_MINUTES,
  })
  noteSecurity({ event: 'step-up', outcome: 'ok', accountId: id })
  return { stepUp, expiresAt: expiresAt.toISOString() }
}
