import { ensurePrograms } from './ensure-programs.ts'

const packages = { unzip: 'unzip', '7z': 'p7zip-full', bsdtar: 'libarchive-tools', python3: 'python3' }

/**
 * The programs that unpack our archives in tests; installs missing ones where the process may, else says what to do.
 */
export function ensureUnpackers(): void {
  ensurePrograms(packages, 'The zip tests need programs that read archives')
}
