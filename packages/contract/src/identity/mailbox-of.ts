import { parseAddress } from '../transfers/recipients.ts'

const GMAIL = /^(?:gmail|googlemail)\.com$/

/**
 * The mailbox behind an address, for limits: every spelling of one mailbox counts as one. Letters are lower-case, the
 * domain is in A-labels, a '+tag' is dropped, and so are dots at Gmail, which ignores them; googlemail.com is
 * gmail.com. Two mailboxes never give the same key unless they differ in one of these alone.
 *
 * A key to count under, never an address to write to, to show, or to sign in with. A text that is no address has its
 * own key, so that a limit on typed texts still counts. `mailboxOf(mailboxOf(a)) === mailboxOf(a)`.
 */
export function mailboxOf(typed: string): string {
  const parsed = parseAddress(typed)
  if ('problem' in parsed) return typed.trim().toLowerCase()
  const [local = '', domain = ''] = parsed.address.split('@')
  // A leading '+' is part of the name: dropping it would leave nothing. 'a.+b' leaves no dot behind.
  const name = local.replace(/(?<=.)\+.*$/, '').replace(/\.$/, '')
  return GMAIL.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
