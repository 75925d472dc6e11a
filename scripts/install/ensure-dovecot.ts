import { existsSync } from 'node:fs'
import { installDebian } from './install-debian.ts'

const NEED = 'The tests of returned mails need an IMAP server'

/** Debian's IMAP server, which is not on every user's path; installs it where the process may, else says what to do. */
export function ensureDovecot(): void {
  if (!existsSync('/usr/sbin/dovecot')) installDebian(['dovecot-imapd'], NEED)
}
