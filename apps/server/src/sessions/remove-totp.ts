import type { Context } from '../context.ts'
import { dropFactor } from './change-factors.ts'
import { turnTotpOff } from './factor-store.ts'
import { requirePassword } from './require-password.ts'

/** Nothing happens where none is on. @throws Problem as `requirePassword` */
export async function removeTotp(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  accountId: string,
  password: string,
): Promise<undefined> {
  await requirePassword(ctx, accountId, password)
  const notice = { change: 'totp-off', passkeyName: '' } as const
  await dropFactor(ctx, accountId, async (tx) => ((await turnTotpOff(tx, accountId)) ? notice : null))
  return undefined
}
