import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { MailFacts } from '../../../platform/mail-transport/index.ts'
import { noteSecurityIn } from '../../../platform/security-log/security-scope.ts'
import { lockAccount } from '../../accounts/index.ts'
import { tellAccount } from '../sign-in/tell-account.ts'
import { readFactorsOn, replaceRecoveryCodes } from './factor-store.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>
type Notice = Pick<MailFacts['factor-changed'], 'change' | 'passkeyName'>

/**
 * Adds one factor with the account's row locked, and tells the account. The first one comes with recovery codes, which
 * are only returned this once; later ones come with none. Returns null and does nothing where `add` returns false.
 */
export async function addFactor(
  ctx: Needs,
  accountId: string,
  notice: Notice,
  add: (tx: Kysely<Database>) => Promise<boolean>,
): Promise<string[] | null> {
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, accountId))) throw new Problem('unauthenticated')
    const { hasTotp, passkeyCount } = await readFactorsOn(tx, accountId)
    if (!(await add(tx))) return null
    await tellAccount(ctx, tx, accountId, 'factor-changed', notice)
    const { change } = notice
    await noteSecurityIn(tx, { event: 'factor-changed', outcome: 'ok', accountId, facts: { change } })
    if (hasTotp || passkeyCount > 0) return []
    const codes = newRecoveryCodes()
    const hashes = codes.flatMap((code) => hashRecoveryCode(ctx.masterKey, accountId, code) ?? [])
    await replaceRecoveryCodes(tx, accountId, hashes)
    return codes
  })
}

/**
 * Removes one factor, and tells the account; the last one takes the recovery codes with it. False where `drop` finds
 * none.
 *
 * @throws Problem 'last-factor' where the account's team requires one
 */
export async function dropFactor(
  ctx: Needs,
  accountId: string,
  drop: (tx: Kysely<Database>) => Promise<Notice | null>,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, accountId))) throw new Problem('unauthenticated')
    const notice = await drop(tx)
    if (notice === null) return false
    const { hasTotp, passkeyCount, isRequired } = await readFactorsOn(tx, accountId)
    if (!hasTotp && passkeyCount === 0) {
      if (isRequired) throw new Problem('last-factor')
      await replaceRecoveryCodes(tx, accountId, [])
    }
    await tellAccount(ctx, tx, accountId, 'factor-changed', notice)
    const { change } = notice
    await noteSecurityIn(tx, { event: 'factor-changed', outcome: 'ok', accountId, facts: { change } })
    return true
  })
}
