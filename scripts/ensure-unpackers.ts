import { spawnSync } from 'node:child_process'
import { installDebian } from './install-debian.ts'

const packages = { unzip: 'unzip', '7z': 'p7zip-full', bsdtar: 'libarchive-tools', python3: 'python3' }

const isInstalled = (program: string) => spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0

/** The programs our archives are read with in tests; installs what is missing where it may, else says what to do. */
export function ensureUnpackers(): void {
  const missing = Object.entries(packages).flatMap(([program, name]) => (isInstalled(program) ? [] : [name]))
  if (missing.length > 0) installDebian(missing, 'The zip tests need programs that read archives')
}
