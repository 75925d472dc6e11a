import type { Context } from '../context.ts'
import type { ActorAccount } from '../http/actor.ts'
import { beginFactor } from './begun-factor.ts'
import { creationOptions } from './passkey-proof.ts'
import { listPasskeys } from './passkey-store.ts'
import { requirePassword } from './require-password.ts'

/** Options for a new passkey, good for ten minutes and this session. @throws Problem as `requirePassword` */
export async function beginPasskey(
  ctx: Pick<Context, 'db' | 'config'>,
  account: ActorAccount,
  password: string,
): Promise<{ options: unknown }> {
  await requirePassword(ctx, account.id, password)
  const known = await listPasskeys(ctx.db, account.id)
  const options = await creationOptions(ctx, { accountId: account.id, address: account.email, known })
  await beginFactor(ctx, account, 'add-passkey', options.challenge)
  return { options }
}
