import { Problem } from '@waybill/contract/problems'
import { type Account, findAccount, isPassword } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { judgeTry } from './judge-try.ts'

/**
 * The account, once its owner has shown the password again: a session alone, perhaps left open somewhere, does not
 * change what opens the account.
 *
 * @throws Problem 'password-wrong', 'too-many-requests' {retryAfterSeconds}, 'busy', 'unauthenticated'
 */
export async function requirePassword(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  password: string,
): Promise<Account> {
  const account = await findAccount(db, accountId)
  if (account === null) throw new Problem('unauthenticated')
  const tries = { name: `password/${accountId}`, tooMany: 'too-many-requests' } as const
  const shown = await judgeTry(db, tries, async () =>
    (await isPassword(password, account.password_hash, { isFamiliar: true })) ? account : null,
  )
  if (shown === null) throw new Problem('password-wrong')
  return shown
}
