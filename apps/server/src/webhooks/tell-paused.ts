import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import { findAccount, languageOf } from '../identity/accounts/index.ts'
import type { Database } from '../platform/database/schema.ts'
import { linkTo, paths } from '../platform/links.ts'
import { queueMail } from '../platform/mail-transport/index.ts'

/**
 * Tells the owner by mail that a webhook is paused, in the transaction that pauses it. Names only the host of its URL,
 * which may hold a secret.
 */
export async function tellPaused(
  tx: Kysely<Database>,
  ctx: Pick<Context, 'masterKey' | 'config'>,
  { accountId, url }: { accountId: string; url: string },
  because: 'gone' | 'failing' | 'owner',
): Promise<void> {
  const account = await findAccount(tx, accountId)
  if (account === null || because === 'owner') return
  await queueMail(tx, ctx, {
    template: 'webhook-paused',
    to: account.email,
    language: languageOf(account),
    facts: { host: new URL(url).host, because, link: linkTo(ctx.config, paths.accountWebhooks) },
  })
}
