import { existsSync } from 'node:fs'
import { installDebian } from './install-debian.ts'

const NEED = 'The tests of returned mails need an IMAP server'

/**
 * The IMAP server of Debian, which does not lie on everybody's path; installed where this may, else a sentence says
 * what to do.
 */
export function ensureDovecot(): void {
  if (!existsSync('/usr/sbin/dovecot')) installDebian(['dovecot-imapd'], NEED)
}
