import { existsSync } from 'node:fs'
import { ensurePrograms } from './ensure-programs.ts'
import { installDebian } from './install-debian.ts'

/** Debian's proxies for tests; installs them where the process may, else says what to do. */
export function ensurePgbouncer(): void {
  if (!existsSync('/usr/sbin/pgbouncer')) installDebian(['pgbouncer'], 'The tests of poolers need PgBouncer')
}

export function ensureHaproxy(): void {
  if (!existsSync('/usr/sbin/haproxy')) installDebian(['haproxy'], 'The test of a rolling restart needs a balancer')
}

/** Each proxy that docs/operating.md sets up. */
export function ensureDocumentedProxies(): void {
  const packages = { '/usr/sbin/nginx': 'nginx-light', '/usr/bin/caddy': 'caddy', '/usr/sbin/haproxy': 'haproxy' }
  ensurePrograms({ ...packages, openssl: 'openssl' }, "What runs behind docs/operating.md's proxies needs them")
}
