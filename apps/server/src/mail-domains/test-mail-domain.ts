import { Problem } from '@waybill/contract/core/problems'
import type { MailDomain } from '@waybill/contract/mail-domains/endpoints'
import { findPageBranding } from '../branding/index.ts'
import type { Context } from '../context.ts'
import { findAccount, languageOf } from '../identity/accounts/index.ts'
import { type Actor, accountOf } from '../platform/http/actor.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { linkTo, paths } from '../platform/links.ts'
import { queueMail } from '../platform/mail-transport/index.ts'
import { requireMailDomain } from './claim-mail-domain.ts'
import { findCurrent, saveTestMail } from './mail-domain-store.ts'
import { readMailDomain } from './read-mail-domain.ts'

const testsPerWorkspace: Budget = { name: 'mail-domain-tests', points: 10, seconds: 3_600 }

/**
 * Mails a test to the caller, over the same way as a recipient's mail.
 *
 * @throws Problem as the contract's `testMailDomain` names them
 */
export async function testMailDomain(
  ctx: Pick<Context, 'db' | 'config' | 'masterKey' | 'limits'>,
  actor: Actor,
): Promise<{ mailDomain: MailDomain }> {
  const live = accountOf(actor)
  const [row, account] = await Promise.all([findCurrent(ctx.db, live.workspaceId), findAccount(ctx.db, live.id)])
  if (row === null) throw new Problem('mail-domain-not-found')
  requireMailDomain(live)
  if (account === null || row.status !== 'verified') throw new Problem('mail-domain-not-verified')
  await ctx.limits.spend(testsPerWorkspace, live.workspaceId)
  await ctx.db.transaction().execute(async (tx) => {
    const mailId = await queueMail(tx, ctx, {
      template: 'mail-domain-test',
      to: account.email,
      language: languageOf(account),
      branding: await findPageBranding(tx, account.id),
      inNameOf: { accountId: account.id, address: account.email, name: account.full_name || null },
      facts: { domain: row.domain, link: linkTo(ctx.config, paths.mailDomain) },
    })
    await saveTestMail(tx, row.id, mailId)
  })
  return readMailDomain(ctx, live)
}
