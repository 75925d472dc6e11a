import { Problem } from '@waybill/contract/core/problems'
import { foldCode, isCode } from '@waybill/contract/identity/codes'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { admitTry } from '../../platform/http/limits/admit-try.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { isAbout } from '../../platform/security-log/security-scope.ts'
import { joinAccountOf, senderAddressOf } from '../accounts/index.ts'
import { codeTries } from './code-tries.ts'
import { proofNetwork } from './proof-network.ts'
import { hashSenderCode, isSameHash } from './sender-code.ts'
import { keepProof, spendTry, useCode } from './sender-code-store.ts'

/**
 * Proves an address for this browser with the mailed code. Problems: 'invalid-recipient', 'code-malformed',
 * 'code-wrong' {triesLeft}, 'code-expired' (none requested in this browser, too old, used, replaced, or tried five
 * times), 'proof-required' beyond the network's free tries.
 */
export async function confirmSenderCode(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config' | 'alarms'>,
  { email, verifyId }: { email: string; verifyId: string },
  request: FastifyRequest,
): Promise<{ email: string; verified: true }> {
  const address = senderAddressOf(email)
  isAbout({ address })
  const code = foldCode(verifyId)
  if (!isCode(code)) throw new Problem('code-malformed')
  const { deviceId, network } = request.actor
  await admitTry(ctx, request, [codeTries(network)])
  const failed = (...told: ConstructorParameters<typeof Problem>) => {
    ctx.alarms.note('code-failures')
    return new Problem(...told)
  }
  if (deviceId === null) throw failed('code-expired')
  const tried = await spendTry(ctx.db, { address, deviceId })
  if (!tried) throw failed('code-expired')
  const typed = hashSenderCode(ctx.masterKey, { id: tried.id, address, deviceId }, code)
  if (!isSameHash(typed, tried.codeHash)) throw failed('code-wrong', { triesLeft: tried.triesLeft })
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await useCode(tx, tried.id))) throw new Problem('code-expired')
    await keepProof(tx, { address, deviceId, networkHash: proofNetwork(ctx.masterKey, network) })
    await joinAccountOf(tx, address)
    await addJob(tx, 'adopt-claims', { deviceId, address })
  })
  return { email: address, verified: true }
}
