import { Problem } from '@waybill/contract/problems'
import type { Context } from '../context.ts'
import { dropFactor } from './change-factors.ts'
import { removePasskeyRow } from './passkey-store.ts'
import { requirePassword } from './require-password.ts'

/** @throws Problem 'passkey-not-found', and as `requirePassword` */
export async function removePasskey(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  accountId: string,
  { id, password }: { id: string; password: string },
): Promise<undefined> {
  await requirePassword(ctx, accountId, password)
  const isDropped = await dropFactor(ctx, accountId, async (tx) => {
    const passkeyName = await removePasskeyRow(tx, accountId, id)
    return passkeyName === null ? null : { change: 'passkey-removed', passkeyName }
  })
  if (!isDropped) throw new Problem('passkey-not-found')
  return undefined
}
