import { spawnSync } from 'node:child_process'
import { installDebian } from './install-debian.ts'

const isInstalled = (program: string) => spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0

/**
 * Installs the Debian packages of missing programs where the process may; else throws an Error that says what to do.
 */
export function ensurePrograms(packages: Record<string, string>, need: string): void {
  const missing = Object.entries(packages).flatMap(([program, name]) => (isInstalled(program) ? [] : [name]))
  if (missing.length > 0) installDebian(missing, need)
}
