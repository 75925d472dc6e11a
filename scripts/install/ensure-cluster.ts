import { ensurePrograms } from './ensure-programs.ts'

/** What docs/scale sets up around the nodes, from Debian. */
export function ensureCluster(): void {
  const packages = {
    '/usr/bin/patroni': 'patroni',
    '/usr/bin/etcd': 'etcd-server',
    '/usr/sbin/haproxy': 'haproxy',
    '/usr/sbin/nginx': 'nginx-light',
    '/usr/lib/postgresql/15/bin/pg_rewind': 'postgresql-15',
  }
  ensurePrograms(packages, 'The test of failovers needs a whole installation')
}
