import { existsSync } from 'node:fs'
import { installDebian } from './install-debian.ts'

/** Programs of Debian that stand between in tests; installed where this may, else a sentence says what to do. */
export function ensurePgbouncer(): void {
  if (!existsSync('/usr/sbin/pgbouncer')) installDebian(['pgbouncer'], 'The tests of poolers need PgBouncer')
}

export function ensureHaproxy(): void {
  if (!existsSync('/usr/sbin/haproxy')) installDebian(['haproxy'], 'The test of a rolling restart needs a balancer')
}
