import { Problem } from '@waybill/contract/core/problems'
import type { verifySignup as endpoint } from '@waybill/contract/identity/session-endpoints'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../platform/http/bind.ts'
import type { Budget } from '../../../platform/http/limits/rate-limits.ts'
import { requireProof } from '../../../platform/http/limits/require-proof.ts'
import { findAccountOfAddress, senderAddressOf } from '../../accounts/index.ts'
import { confirmSenderCode, isJustProven, requestSenderCode } from '../../mailed-codes/index.ts'

const freeLooksPerNetwork: Budget = { name: 'sign-up-free-looks', points: 3, seconds: 3_600 }
const takenPerNetwork: Budget = { name: 'sign-up-taken', points: 10, seconds: 3_600 }

interface Verified {
  email: string
  isVerified: boolean
  resendInSeconds: number
}

/**
 * Step 1 of signing up. Without a code: refuses an address with an account, else mails a code, unless this browser has
 * just proven the address. With a code: proves the address. Problems: 'email-taken', 'proof-required',
 * 'signup-code-wrong' {triesLeft}, those of the sender's code, and 'not-found' for a team's invitation: there are none.
 */
export async function verifySignup(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config' | 'limits' | 'alarms'>,
  call: Pick<Call<typeof endpoint>, 'body' | 'actor' | 'request' | 'reply'>,
): Promise<Verified> {
  const { email, verifyComplete, isTeamMember, lang } = call.body
  if (isTeamMember) throw new Problem('not-found')
  const address = senderAddressOf(email)
  if (verifyComplete) return proveAddress(ctx, address, verifyComplete, call.request)
  await requireFree(ctx, address, call.request)
  if (await isJustProven(ctx.db, call.actor.deviceId, address)) {
    return { email: address, isVerified: true, resendInSeconds: 0 }
  }
  const { actor, request, reply } = call
  const asked = { body: { email: address, lang }, actor, request, reply }
  return { ...(await requestSenderCode(ctx, asked, 'signUp')), isVerified: false }
}

async function proveAddress(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config' | 'alarms'>,
  email: string,
  verifyId: string,
  request: FastifyRequest,
): Promise<Verified> {
  await confirmSenderCode(ctx, { email, verifyId }, request).catch((error) => {
    if (error instanceof Problem && error.code === 'code-wrong') throw new Problem('signup-code-wrong', error.facts)
    throw error
  })
  return { email, isVerified: true, resendInSeconds: 0 }
}

/**
 * Tells a network whether an address has an account: three times an hour without work, then for a proof of work each
 * time, up to ten that have one; after that it gets no answer about any address. Free or taken, the steps are the same.
 */
async function requireFree(
  ctx: Pick<Context, 'db' | 'limits' | 'masterKey' | 'config'>,
  address: string,
  request: FastifyRequest,
): Promise<void> {
  const { network } = request.actor
  if (await ctx.limits.isSpent(takenPerNetwork, network)) await ctx.limits.spend(takenPerNetwork, network)
  if (await ctx.limits.isSpent(freeLooksPerNetwork, network)) await requireProof(ctx, request)
  else await ctx.limits.spend(freeLooksPerNetwork, network)
  if ((await findAccountOfAddress(ctx.db, address)) === null) return
  await ctx.limits.spend(takenPerNetwork, network)
  throw new Problem('email-taken')
}
