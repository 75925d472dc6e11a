import { parseAddress } from '../transfers/recipients.ts'

const GMAIL = /^(?:gmail|googlemail)\.com$/

/**
 * The mailbox behind an address, for limits: however one mailbox is spelled, it counts as one. Letters are lower-case,
 * the domain is in A-labels, a '+tag' is dropped, and at Gmail, which ignores them, so are dots; googlemail.com is
 * gmail.com. Two mailboxes never give the same key unless they differ in one of these alone.
 *
 * A key to count under, never an address to write to, to show, or to sign in with. What is no address keeps a key of
 * its own, so that a limit on what was typed still counts. `mailboxOf(mailboxOf(a)) === mailboxOf(a)`.
 */
export function mailboxOf(typed: string): string {
  const parsed = parseAddress(typed)
  if ('problem' in parsed) return typed.trim().toLowerCase()
  const [local = '', domain = ''] = parsed.address.split('@')
  // A '+' in front is part of the name: nothing would be left without it. 'a.+b' leaves no dot behind.
  const name = local.replace(/(?<=.)\+.*$/, '').replace(/\.$/, '')
  return GMAIL.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
