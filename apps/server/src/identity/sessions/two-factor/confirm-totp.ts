import { Buffer } from 'node:buffer'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../../context.ts'
import type { ActorAccount } from '../../../platform/http/actor.ts'
import { turnTotpOn } from '../../accounts/index.ts'
import { endBegun, tryBegun } from './begun-factor.ts'
import { addFactor } from './change-factors.ts'
import { readNowMs } from './factor-store.ts'
import { openTotp, totpStepOf } from './totp.ts'
import { typedDigits } from './typed-code.ts'

/**
 * Activates the app whose setup began. @throws Problem 'second-factor-wrong', even where there is none to confirm any
 * more
 */
export async function confirmTotp(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  account: ActorAccount,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const begun = await tryBegun(ctx, account, 'add-totp')
  if (begun === null) throw new Problem('second-factor-wrong')
  const sealed = Buffer.from(begun, 'base64')
  const secret = openTotp(ctx.masterKey, account.id, sealed)
  const step = totpStepOf(secret, typedDigits(code), await readNowMs(ctx.db))
  if (step === null) throw new Problem('second-factor-wrong')
  const notice = { change: 'totp-on', passkeyName: '' } as const
  const recoveryCodes = await addFactor(
    ctx,
    account.id,
    notice,
    async (tx) => (await endBegun(tx, account, 'add-totp')) && turnTotpOn(tx, account.id, sealed, step),
  )
  if (recoveryCodes === null) throw new Problem('second-factor-wrong')
  return { recoveryCodes }
}
