import type { requestSenderCode as endpoint } from '@waybill/contract/identity/account-endpoints'
import type { Context } from '../../context.ts'
import type { Call } from '../../platform/http/bind.ts'
import { newId } from '../../platform/ids.ts'
import { type CodePurpose, queueMail } from '../../platform/mail-transport/index.ts'
import { isAbout } from '../../platform/security-log/security-scope.ts'
import { ensureDevice, senderAddressOf } from '../accounts/index.ts'
import { admitCodeMail } from './admit-code-mail.ts'
import { hashSenderCode, newSenderCode } from './sender-code.ts'
import { RESEND_SECONDS } from './sender-code-limits.ts'
import { CODE_VALID_MINUTES, forgetOldCodes, replaceCode } from './sender-code-store.ts'

/**
 * Mails a code that proves an address for the calling browser; the browser's older codes for it end, and those of other
 * browsers stay valid. The answer is the same for every address; `purpose` only changes the mail's text.
 *
 * @throws Problem 'invalid-recipient', and as `admitCodeMail`
 */
export async function requestSenderCode(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { body, actor, request, reply }: Pick<Call<typeof endpoint>, 'body' | 'actor' | 'request' | 'reply'>,
  purpose: CodePurpose = actor.account ? 'newAddress' : 'sending',
): Promise<{ email: string; resendInSeconds: number }> {
  const address = senderAddressOf(body.email)
  isAbout({ address })
  const deviceId = await ensureDevice(ctx, request, reply)
  await ctx.db.transaction().execute(async (tx) => {
    await admitCodeMail(ctx, tx, request, address)
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
