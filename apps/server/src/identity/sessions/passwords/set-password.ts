import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { noteSecurityIn } from '../../../platform/security-log/security-scope.ts'
import { type Account, replacePassword } from '../../accounts/index.ts'
import { endResetTokens } from '../recovery-store.ts'
import { tellAccount } from '../sign-in/tell-account.ts'
import { type KeptSession, signOutElsewhere } from '../sign-out/sign-out-elsewhere.ts'
import { dropChallenges } from '../two-factor/factor-store.ts'

/**
 * Replaces the password hash that `account` was read with. Everything that the former password had opened or begun
 * ends, except the session `kept`; the account is notified. Problem 'password-wrong' where it has changed since.
 */
export async function setPassword(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Kysely<Database>,
  account: Pick<Account, 'id' | 'password_hash'>,
  passwordHash: string,
  kept: KeptSession | null = null,
): Promise<void> {
  const replaced = await replacePassword(tx, account.id, { formerHash: account.password_hash, passwordHash })
  if (!replaced) throw new Problem('password-wrong')
  await signOutElsewhere(tx, account.id, 'password', kept)
  await dropChallenges(tx, account.id)
  await endResetTokens(tx, account.id)
  await tellAccount(ctx, tx, account.id, 'password-changed', {})
  const facts = { by: kept === null ? 'reset' : 'owner' } as const
  await noteSecurityIn(tx, { event: 'password-changed', outcome: 'ok', accountId: account.id, facts })
}
