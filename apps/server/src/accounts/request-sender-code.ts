import type { requestSenderCode as endpoint } from '@waybill/contract/accounts'
import { Problem } from '@waybill/contract/problems'
import type { Context } from '../context.ts'
import type { Call } from '../http/bind.ts'
import type { Budget } from '../http/rate-limits.ts'
import { newId } from '../ids.ts'
import { type CodePurpose, queueMail } from '../mail/index.ts'
import { isAbout } from '../security/security-scope.ts'
import { ensureDevice } from './device.ts'
import { senderAddressOf } from './sender-address.ts'
import { hashSenderCode, newSenderCode } from './sender-code.ts'
import { RESEND_SECONDS, secondsToWait } from './sender-code-limits.ts'
import { CODE_VALID_MINUTES, forgetOldCodes, lockAddress, readCodeAges, replaceCode } from './sender-code-store.ts'

const codesPerNetwork: Budget = { name: 'sender-codes', points: 20, seconds: 3_600 }

/**
 * Mails a code that proves an address for the browser that asks; the address's older codes end. The answer is the
 * same whoever the address belongs to; `purpose` changes the mail's words alone. Problems: 'invalid-recipient',
 * 'too-many-codes' {retryAfterSeconds}, 'too-many-requests'.
 */
export async function requestSenderCode(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config' | 'limits'>,
  { body, actor, request, reply }: Pick<Call<typeof endpoint>, 'body' | 'actor' | 'request' | 'reply'>,
  purpose: CodePurpose = actor.account ? 'newAddress' : 'sending',
): Promise<{ email: string; resendInSeconds: number }> {
  const address = senderAddressOf(body.email)
  isAbout({ address })
  await ctx.limits.spend(codesPerNetwork, actor.network)
  const deviceId = await ensureDevice(ctx, request, reply)
  await ctx.db.transaction().execute(async (tx) => {
    await lockAddress(tx, address)
    const retryAfterSeconds = secondsToWait(await readCodeAges(tx, address))
    if (retryAfterSeconds > 0) throw new Problem('too-many-codes', { retryAfterSeconds })
    const code = newSenderCode()
    const place = { id: newId(), address, deviceId }
    await replaceCode(tx, { ...place, codeHash: hashSenderCode(ctx.masterKey, place, code) })
    await queueMail(tx, ctx, {
      template: 'sender-code',
      to: address,
      language: body.lang ?? actor.language,
      facts: { code, validMinutes: CODE_VALID_MINUTES, purpose },
    })
    await forgetOldCodes(tx)
  })
  return { email: address, resendInSeconds: RESEND_SECONDS }
}
