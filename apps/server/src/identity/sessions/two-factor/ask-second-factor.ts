import { Problem } from '@waybill/contract/core/problems'
import type { SecondFactorAsked } from '@waybill/contract/identity/session-endpoints'
import type { Context } from '../../../context.ts'
import { newToken } from '../../../platform/ids.ts'
import { type Account, lockAsRead } from '../../accounts/index.ts'
import { insertChallenge } from './factor-store.ts'
import { listFactorKinds, passkeyLoginOptions } from './verify-factor.ts'

const TICKET_VALID_MINUTES = 10

/**
 * The answer where a second factor is on: a ticket for the remaining step. Null where none is. Problem 'login-refused'
 * where the checked password is no longer the account's.
 */
export async function askSecondFactor(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  account: Pick<Account, 'id' | 'password_hash'>,
): Promise<SecondFactorAsked | null> {
  const accountId = account.id
  const kinds = await listFactorKinds(ctx.db, accountId)
  if (kinds.length === 0) return null
  const passkey = await passkeyLoginOptions(ctx, accountId)
  const ticket = newToken(256)
  await ctx.db.transaction().execute(async (tx) => {
    // A new password ends the tickets of the former one, and none may be made after it.
    if (!(await lockAsRead(tx, account))) throw new Problem('login-refused')
    await insertChallenge(tx, {
      token: ticket,
      purpose: 'second-factor',
      accountId,
      challenge: passkey?.challenge ?? null,
      validMinutes: TICKET_VALID_MINUTES,
    })
  })
  return { secondFactor: { ticket, kinds, passkeyOptions: passkey?.options ?? null } }
}
