import { Problem } from '@waybill/contract/core/problems'
import { PROOF_ANSWERS, PROOF_BITS } from '@waybill/contract/downloads/proof-of-work'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { databaseSeconds, takeLook, takeWork } from '../call-store.ts'
import { makeChallenge } from './proof-challenge.ts'
import { shownPass } from './proof-pass.ts'

const CHALLENGE_SECONDS = 600
type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>

/**
 * Takes one look from the browser's proof of work; returns the pass it used.
 *
 * @throws Problem 'proof-required' {challenge, answers, bits}: the browser has no pass, or a used-up one
 */
export async function requireProof(ctx: Needs, request: FastifyRequest): Promise<Uint8Array> {
  const pass = shownPass(ctx, request)
  if (pass !== null && (await takeLook(ctx.db, pass))) return pass
  throw await proofRequired(ctx, request, 0)
}

/**
 * Takes work from the browser's proof: 2 ** `level` times the least work, which is one whole proof.
 *
 * @throws Problem as `requireProof`, with a challenge of that much work
 */
export async function requireWork(ctx: Needs, request: FastifyRequest, level: number): Promise<void> {
  const pass = shownPass(ctx, request)
  if (pass !== null && (await takeWork(ctx.db, pass, 2 ** level))) return
  throw await proofRequired(ctx, request, level)
}

async function proofRequired(ctx: Needs, request: FastifyRequest, level: number): Promise<Problem> {
  const bits = PROOF_BITS + level
  const endsAtSeconds = (await databaseSeconds(ctx.db)) + CHALLENGE_SECONDS
  const challenge = makeChallenge(ctx.masterKey, request.actor.network, endsAtSeconds, bits)
  return new Problem('proof-required', { challenge, answers: PROOF_ANSWERS, bits })
}
