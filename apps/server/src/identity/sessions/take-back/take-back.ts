import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Context } from '../../../context.ts'
import { isUniqueViolation } from '../../../platform/database/is-unique-violation.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { clearTally } from '../../../platform/http/call-store.ts'
import { guardMisses } from '../../../platform/http/guards/guard-misses.ts'
import { newToken } from '../../../platform/ids.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import { queueMail } from '../../../platform/mail-transport/index.ts'
import { noteSecurityIn } from '../../../platform/security-log/security-scope.ts'
import {
  findAccount,
  hashPassword,
  keepAddress,
  languageOf,
  lockAccount,
  replaceEmail,
  replacePassword,
} from '../../accounts/index.ts'
import { forgetProofsOf } from '../../mailed-codes/index.ts'
import { revokeApiKeys } from '../api-keys/revoke-api-keys.ts'
import { makeResetLink } from '../passwords/reset-link.ts'
import { strangersTolls } from '../passwords/try-tolls.ts'
import { dropSince, endResetTokens, findTakeBack, type TakeBack, useTakeBack } from '../recovery-store.ts'
import { endSessionsOf } from '../session-store.ts'
import { dropChallenges } from '../two-factor/factor-store.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config' | 'alarms'>

/**
 * What a link may undo, used or not; wrong tokens count as misses.
 *
 * @throws Problem 'take-back-expired', the same for unknown and expired tokens; 'too-many-requests',
 *   'proof-required'
 */
export async function requireTakeBack(ctx: Needs, token: string, request: FastifyRequest): Promise<TakeBack> {
  const found = await findTakeBack(ctx.db, token)
  if (found !== null) return found
  await guardMisses(ctx, request, { isMiss: true })
  throw new Problem('take-back-expired')
}

/**
 * Returns the account to its owner: restores the address that the mail went to, and removes what was added since and
 * every credential. The link's holder reads that mailbox, and sets a new password with the next mail.
 *
 * @throws Problem as `requireTakeBack`, 'email-taken' where another account has the address by now, 'busy'
 */
export async function takeBack(ctx: Needs, token: string, request: FastifyRequest): Promise<{ email: string }> {
  const found = await requireTakeBack(ctx, token, request)
  if (found.isUsed) throw new Problem('take-back-expired')
  // A password that nobody knows: the account stays closed until its owner sets a new one.
  const passwordHash = await hashPassword(newToken(256))
  await ctx.db.transaction().execute((tx) => restore(ctx, tx, { token, passwordHash, found }))
  return { email: found.address }
}

async function restore(
  ctx: Needs,
  tx: Kysely<Database>,
  { token, passwordHash, found }: { token: string; passwordHash: string; found: TakeBack },
): Promise<void> {
  const { accountId, address } = found
  const account = (await lockAccount(tx, accountId)) ? await findAccount(tx, accountId) : null
  if (account === null || (await useTakeBack(tx, token)) === null) throw new Problem('take-back-expired')
  await replaceEmail(tx, accountId, address).catch((error) => {
    throw isUniqueViolation(error) ? new Problem('email-taken', {}, { cause: error }) : error
  })
  await replacePassword(tx, accountId, { formerHash: account.password_hash, passwordHash })
  await endSessionsOf(tx, accountId, 'password')
  await revokeApiKeys(tx, accountId, 'taken-back')
  await forgetProofsOf(tx, accountId, { but: null })
  await keepAddress(tx, { accountId, address })
  await dropSince(tx, token, found)
  await dropChallenges(tx, accountId)
  await endResetTokens(tx, accountId)
  await addJob(tx, 'end-access-tokens', { accountId })
  await clearTally(tx, strangersTolls(address))
  const { email: from } = account
  await noteSecurityIn(tx, { event: 'change-taken-back', outcome: 'ok', accountId, address, facts: { from } })
  const facts = await makeResetLink(ctx, tx, accountId)
  await queueMail(tx, ctx, { template: 'password-reset', to: address, language: languageOf(account), facts })
}
