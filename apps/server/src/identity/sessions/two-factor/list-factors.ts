import type { Context } from '../../../context.ts'
import { listPasskeys, readFactorsOn } from './factor-store.ts'

/** The active second factors. */
export async function listFactors({ db }: Pick<Context, 'db'>, accountId: string) {
  const [{ hasTotp, recoveryCodesLeft }, passkeys] = await Promise.all([
    readFactorsOn(db, accountId),
    listPasskeys(db, accountId),
  ])
  return {
    hasTotp,
    recoveryCodesLeft,
    passkeys: passkeys.map(({ id, name, added_at, last_used_at }) => ({
      id,
      name,
      addedAt: added_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
  }
}
