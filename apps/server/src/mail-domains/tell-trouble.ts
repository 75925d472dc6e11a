import type { MailDomainTrouble } from '@waybill/contract/mail-domains/endpoints'
import type { Context } from '../context.ts'
import { languageOf, listMembers } from '../identity/accounts/index.ts'
import { linkTo, paths } from '../platform/links.ts'
import { queueMail } from '../platform/mail-transport/index.ts'
import type { HeldMailDomain } from './mail-domain-store.ts'

/** Tells the admin that mails leave from our address, and why. */
export async function tellTrouble(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Context['db'],
  { workspaceId, domain }: Pick<HeldMailDomain, 'workspaceId' | 'domain'>,
  because: MailDomainTrouble,
): Promise<void> {
  const [admin] = await listMembers(tx, workspaceId)
  if (admin === undefined) return
  await queueMail(tx, ctx, {
    template: 'mail-domain-failed',
    to: admin.email,
    language: languageOf(admin),
    facts: { domain, because, link: linkTo(ctx.config, paths.mailDomain) },
  })
}
