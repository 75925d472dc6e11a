import { ensurePrograms } from './ensure-programs.ts'

/** The tests run the image decoder behind every barrier, and bubblewrap sets up the strongest one. */
export function ensureBubblewrap(): void {
  ensurePrograms({ bwrap: 'bubblewrap' }, 'The tests of the sandbox need bubblewrap')
}
