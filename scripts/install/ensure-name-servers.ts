import { existsSync } from 'node:fs'
import { installDebian } from './install-debian.ts'

const NEED = 'The tests of custom hosts need name servers'
const PROGRAMS = { '/usr/sbin/knotd': 'knot', '/usr/sbin/unbound': 'unbound' }

/**
 * An authoritative name server and a resolver in front of it, which are not on every user's path. Installs them where
 * the process may, else says what to do.
 */
export function ensureNameServers(): void {
  const missing = Object.entries(PROGRAMS).flatMap(([program, name]) => (existsSync(program) ? [] : [name]))
  if (missing.length > 0) installDebian(missing, NEED)
}
