import type { Kysely } from 'kysely'
import { findAccount, languageOf } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database/schema.ts'
import { type MailFacts, queueMail } from '../mail/index.ts'

/** What an account is told about its own keys and doors. */
type Notice = 'new-sign-in' | 'session-reused' | 'password-changed' | 'factor-changed'

/** Queues one notice to the account's address, in its language. */
export async function tellAccount<Name extends Notice>(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Kysely<Database>,
  accountId: string,
  template: Name,
  facts: Omit<MailFacts[Name], 'readerTimeZone' | 'link'>,
): Promise<void> {
  const account = await findAccount(tx, accountId)
  if (account === null) return
  await queueMail(tx, ctx, {
    template,
    to: account.email,
    language: languageOf(account),
    facts: {
      ...facts,
      readerTimeZone: account.time_zone,
      link: `${ctx.config.publicUrl.origin}/login?forgotPass=true`,
    } as MailFacts[Name],
  })
}
