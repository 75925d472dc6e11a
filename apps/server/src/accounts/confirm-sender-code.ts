import { foldCode, isCode } from '@waybill/contract/codes'
import { Problem } from '@waybill/contract/problems'
import type { Context } from '../context.ts'
import type { Actor } from '../http/actor.ts'
import type { Budget } from '../http/rate-limits.ts'
import { addJob } from '../jobs/add-job.ts'
import { isAbout } from '../security/security-scope.ts'
import { joinAccountOf } from './join-account.ts'
import { senderAddressOf } from './sender-address.ts'
import { hashSenderCode, isSameHash } from './sender-code.ts'
import { keepProof, spendTry, useCode } from './sender-code-store.ts'

const triesPerNetwork: Budget = { name: 'sender-code-tries', points: 20, seconds: 600 }

/**
 * Proves an address for this browser with the code that was mailed. Problems: 'invalid-recipient', 'code-malformed',
 * 'code-wrong' {triesLeft}, 'code-expired' (none asked for in this browser, too old, used, replaced, or tried five
 * times), 'too-many-requests'.
 */
export async function confirmSenderCode(
  ctx: Pick<Context, 'db' | 'masterKey' | 'limits' | 'alarms'>,
  { email, verifyId }: { email: string; verifyId: string },
  actor: Pick<Actor, 'deviceId' | 'network'>,
): Promise<{ email: string; verified: true }> {
  const address = senderAddressOf(email)
  isAbout({ address })
  const code = foldCode(verifyId)
  if (!isCode(code)) throw new Problem('code-malformed')
  await ctx.limits.spend(triesPerNetwork, actor.network)
  const failed = (...told: ConstructorParameters<typeof Problem>) => {
    ctx.alarms.note('code-failures')
    return new Problem(...told)
  }
  const { deviceId } = actor
  if (deviceId === null) throw failed('code-expired')
  const tried = await spendTry(ctx.db, { address, deviceId })
  if (!tried) throw failed('code-expired')
  const typed = hashSenderCode(ctx.masterKey, { id: tried.id, address, deviceId }, code)
  if (!isSameHash(typed, tried.codeHash)) throw failed('code-wrong', { triesLeft: tried.triesLeft })
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await useCode(tx, tried.id))) throw new Problem('code-expired')
    await keepProof(tx, { address, deviceId })
    await joinAccountOf(tx, address)
    await addJob(tx, 'adopt-claims', { deviceId, address })
  })
  return { email: address, verified: true }
}
