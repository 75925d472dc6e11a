import { Problem } from '@waybill/contract/core/problems'
import type { proveWork as endpoint } from '@waybill/contract/downloads/endpoints'
import { PROOF_BITS, proofBits } from '@waybill/contract/downloads/proof-of-work'
import type { Context } from '../../../context.ts'
import { hashToken, newToken } from '../../ids.ts'
import type { Call } from '../bind.ts'
import { insertProof } from '../call-store.ts'
import { endOfChallenge, isSolved } from './proof-challenge.ts'
import { givePass, passHashOf } from './proof-pass.ts'

/**
 * Checks the answers to a challenge and issues a pass for them.
 *
 * @throws Problem 'proof-refused': not our challenge for this network, expired, answered before, or wrong
 */
export async function proveWork(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { body: { challenge, answers }, actor, reply }: Pick<Call<typeof endpoint>, 'body' | 'actor' | 'reply'>,
): Promise<undefined> {
  const endsAtSeconds = endOfChallenge(ctx.masterKey, actor.network, challenge)
  if (endsAtSeconds === null || !isSolved(challenge, answers)) throw new Problem('proof-refused')
  const token = newToken(128)
  const isNew = await insertProof(ctx.db, {
    challengeHash: hashToken(challenge),
    endsAtSeconds,
    passHash: passHashOf(ctx, token, actor.network),
    times: 2 ** (proofBits(challenge) - PROOF_BITS),
  })
  if (!isNew) throw new Problem('proof-refused')
  givePass(ctx, reply, token)
}
