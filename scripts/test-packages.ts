/**
 * `npm run test:packages`: the packages that people install: the command line by npm and as one executable, the image, the
 * compose file and the systemd unit, with Debian's programs and an old Node from npm. Needs root, and some 3 GB of disk
 * for a while.
 */
import { join } from 'node:path'
import { ensureOldestNode } from './install/ensure-oldest-node.ts'
import { ensurePrograms } from './install/ensure-programs.ts'
import { RESULTS, runSteps, vitestStep } from './suites/run-steps.ts'

const programs = {
  buildah: 'buildah',
  podman: 'podman',
  crun: 'crun',
  '/usr/lib/podman/netavark': 'netavark',
  '/usr/lib/podman/aardvark-dns': 'aardvark-dns',
  mmdebstrap: 'mmdebstrap',
  'docker-compose': 'docker-compose',
  'systemd-analyze': 'systemd',
  'systemd-nspawn': 'systemd-container',
}
ensurePrograms(programs, 'The suite of the packages needs Debian’s tools')
ensureOldestNode()

const report = join(RESULTS, 'packages-counts.json')
await runSteps('npm-test-packages', [vitestStep('packages', report, ['--config', 'vitest.packages.config.ts'], {})])
