import { Problem } from '@waybill/contract/problems'
import { PROOF_ANSWERS, PROOF_BITS } from '@waybill/contract/proof-of-work'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { makeChallenge } from './proof-challenge.ts'
import { shownPass } from './proof-pass.ts'
import { databaseSeconds, takeLook } from './proof-store.ts'

const CHALLENGE_SECONDS = 600

/**
 * Takes one look from the browser's proof of work; answers the pass it came from.
 *
 * @throws Problem 'proof-required' {challenge, answers, bits}: it shows no pass, or one that is used up
 */
export async function requireProof(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  request: FastifyRequest,
): Promise<Uint8Array> {
  const pass = shownPass(ctx, request)
  if (pass !== null && (await takeLook(ctx.db, pass))) return pass
  const endsAtSeconds = (await databaseSeconds(ctx.db)) + CHALLENGE_SECONDS
  const challenge = makeChallenge(ctx.masterKey, request.actor.network, endsAtSeconds)
  throw new Problem('proof-required', { challenge, answers: PROOF_ANSWERS, bits: PROOF_BITS })
}
