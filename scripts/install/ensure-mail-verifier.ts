import { spawnSync } from 'node:child_process'
import { installDebian } from './install-debian.ts'

/** Debian's Python, whatever else is on the path. */
export const PYTHON = '/usr/bin/python3'

/** The DKIM verifier of Debian, which needs no network. Installs it where the process may, else says what to do. */
export function ensureMailVerifier(): void {
  const { status } = spawnSync(PYTHON, ['-c', 'import dkim, dns.resolver'], { stdio: 'ignore' })
  if (status !== 0) installDebian(['python3-dkim', 'python3-dnspython'], 'The tests of signed mails need a verifier')
}
