import type { PageBranding } from '@waybill/contract/branding/page-branding'
import type { MailboxAddress } from './mailbox/mailbox-address.ts'
import type { InNameOf } from './signing-domains.ts'

/**
 * The From of a mail that leaves from a workspace's domain: the sender's own address where it is on the domain, else
 * no-reply@ it, which carries the company's name alone. Replies go to the sender either way. Pure.
 */
export function ownSender(sender: InNameOf, domain: string, branding: PageBranding | undefined): MailboxAddress {
  const company = branding?.company?.name ?? ''
  const isOwn = sender.address.slice(sender.address.lastIndexOf('@') + 1).toLowerCase() === domain
  return isOwn
    ? { name: sender.name ?? company, address: sender.address }
    : { name: company, address: `no-reply@${domain}` }
}
