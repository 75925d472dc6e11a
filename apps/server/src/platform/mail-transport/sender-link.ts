import type { Context } from '../../context.ts'
import { linkTo, paths } from '../links.ts'
import type { MailFacts } from './facts/mail-facts.ts'

interface SenderLinkOf {
  slug: string
  accountId: string | null
  address: string
  recipientId?: string | undefined
}

type SenderLink = NonNullable<MailFacts['downloads-finished']['follow']>

/**
 * The page that a mail about a transfer leads its sender to. An account goes to the transfer's record. A visitor signs
 * up with the address that sent the transfer, which keeps it, and then goes to that record. A mail about one recipient
 * leads to the recipient's row.
 */
export function senderLink(
  { config }: Pick<Context, 'config'>,
  { slug, accountId, address, recipientId }: SenderLinkOf,
): SenderLink {
  const record = paths.transferRecord(slug, recipientId)
  if (accountId !== null) return { link: linkTo(config, record), isOwn: true }
  return { link: linkTo(config, paths.keepTransfer({ slug, email: address, next: record })), isOwn: false }
}
