import { mailboxOf } from '@waybill/contract/identity/mailbox-of'
import { companyDomain } from '../branding/index.ts'

/** Under a country's ending, these are no company: example.co.uk is. */
const SECOND_LEVEL = /^(?:ac|co|com|edu|go|gob|gov|ne|net|or|org)$/

/**
 * Who complains, as far as it counts against a sender's mails: at a company's own domain, whoever runs it can make as many
 * mailboxes as they like, so the domain is one. At a provider where anybody can have a mailbox, it is the mailbox. Pure.
 */
export function complainerOf(address: string): string {
  const domain = companyDomain(address)
  if (domain === null) return mailboxOf(address)
  const labels = domain.split('.')
  const [second = '', last = ''] = labels.slice(-2)
  return labels.slice(last.length === 2 && SECOND_LEVEL.test(second) ? -3 : -2).join('.')
}
