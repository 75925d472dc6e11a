import { ensurePrograms } from './ensure-programs.ts'

/** The tests hold pictures to every wall there is, and the strongest is put up by bubblewrap. */
export function ensureBubblewrap(): void {
  ensurePrograms({ bwrap: 'bubblewrap' }, 'The tests of the sandbox need bubblewrap')
}
