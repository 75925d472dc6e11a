import { ensurePrograms } from './ensure-programs.ts'

const packages = { unzip: 'unzip', '7z': 'p7zip-full', bsdtar: 'libarchive-tools', python3: 'python3' }

/** The programs our archives are read with in tests; installs what is missing where it may, else says what to do. */
export function ensureUnpackers(): void {
  ensurePrograms(packages, 'The zip tests need programs that read archives')
}
