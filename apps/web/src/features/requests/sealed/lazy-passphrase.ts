import { lazyPart } from '../../../shared/loading/lazy-part.ts'

/** Few requests are sealed: the fields and words for that load on demand. */
export const LazyNewPassphrase = lazyPart(
  async () => (await import('../../../shared/sealing/new-passphrase.tsx')).NewPassphrase,
)
