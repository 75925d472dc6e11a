import type { SecondFactorAsked } from '@waybill/contract/sessions'
import type { Context } from '../context.ts'
import { newToken } from '../ids.ts'
import { insertChallenge } from './challenge-store.ts'
import { listFactorKinds, passkeyLoginOptions } from './verify-factor.ts'

const TICKET_VALID_MINUTES = 10

/** What to answer where a second factor is on: a ticket for the one step that is left. Null where none is. */
export async function askSecondFactor(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  accountId: string,
): Promise<SecondFactorAsked | null> {
  const kinds = await listFactorKinds(ctx.db, accountId)
  if (kinds.length === 0) return null
  const passkey = await passkeyLoginOptions(ctx, accountId)
  const ticket = newToken(256)
  await insertChallenge(ctx.db, {
    token: ticket,
    purpose: 'second-factor',
    accountId,
    challenge: passkey?.challenge ?? null,
    validMinutes: TICKET_VALID_MINUTES,
  })
  return { secondFactor: { ticket, kinds, passkeyOptions: passkey?.options ?? null } }
}
