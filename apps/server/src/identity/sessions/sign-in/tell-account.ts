import type { Kysely } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { linkTo, paths } from '../../../platform/links.ts'
import { type MailFacts, queueMail } from '../../../platform/mail-transport/index.ts'
import { findAccount, languageOf } from '../../accounts/index.ts'
import { offerTakeBack } from '../take-back/offer-take-back.ts'

/** Notices to an account about its own sign-in and credentials. */
type Notice = 'new-sign-in' | 'session-reused' | 'password-changed' | 'factor-changed'

/**
 * Queues one notice to the account's address, in its language. For a notice about a second factor, its link undoes the
 * change: a new password alone would not remove what a thief has added.
 */
export async function tellAccount<Name extends Notice>(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Kysely<Database>,
  accountId: string,
  template: Name,
  facts: Omit<MailFacts[Name], 'readerTimeZone' | 'link'>,
): Promise<void> {
  const account = await findAccount(tx, accountId)
  if (account === null) return
  const link =
    template === 'factor-changed'
      ? await offerTakeBack(ctx, tx, { accountId, address: account.email })
      : linkTo(ctx.config, paths.forgotPassword(account.email))
  await queueMail(tx, ctx, {
    template,
    to: account.email,
    language: languageOf(account),
    facts: { ...facts, readerTimeZone: account.time_zone, link } as MailFacts[Name],
  })
}
