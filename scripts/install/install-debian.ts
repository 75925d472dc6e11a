import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const LOCK = '/var/lock/waybill-install'

/**
 * Installs Debian packages where the process may, which is as root on Debian. Loads the package lists first, since a
 * new machine has none. Suites that run at the same time take turns. Throws an Error whose sentence begins with `need`
 * and says what to do.
 */
export function installDebian(packages: readonly string[], need: string): void {
  const advice = `${need}: install ${packages.join(', ')} (Debian: apt-get install ${packages.join(' ')}).`
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) throw new Error(advice)
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const { status } = spawnSync('flock', [LOCK, 'apt-get', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env })
    if (status !== 0) throw new Error(`apt-get ${args[0]} failed. ${advice}`)
  }
}
