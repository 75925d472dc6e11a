import { dropInvisible } from '@waybill/contract/core/invisible'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../../context.ts'
import type { ActorAccount } from '../../../platform/http/actor.ts'
import { newId } from '../../../platform/ids.ts'
import { endBegun, tryBegun } from './begun-factor.ts'
import { addFactor } from './change-factors.ts'
import { insertPasskey } from './factor-store.ts'
import { provenCreation } from './passkey-proof.ts'

/**
 * Stores the passkey whose creation began. @throws Problem 'second-factor-wrong', even where there is none to add any
 * more
 */
export async function addPasskey(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  account: ActorAccount,
  { name: typed, passkey }: { name: string; passkey: Record<string, unknown> },
): Promise<{ id: string; recoveryCodes: string[] }> {
  const challenge = await tryBegun(ctx, account, 'add-passkey')
  const proven = challenge === null ? null : await provenCreation(ctx, passkey, challenge)
  if (proven === null) throw new Problem('second-factor-wrong')
  const id = newId()
  const name = dropInvisible(typed.replace(/\s+/g, ' ')).trim()
  const made = {
    ...proven,
    id,
    accountId: account.id,
    credentialId: proven.id,
    transports: proven.transports ?? [],
    name,
  }
  const notice = { change: 'passkey-added', passkeyName: name } as const
  const recoveryCodes = await addFactor(
    ctx,
    account.id,
    notice,
    async (tx) => (await endBegun(tx, account, 'add-passkey')) && insertPasskey(tx, made),
  )
  if (recoveryCodes === null) throw new Problem('second-factor-wrong')
  return { id, recoveryCodes }
}
