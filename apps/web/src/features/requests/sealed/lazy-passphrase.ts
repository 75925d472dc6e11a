import { lazyPart } from '../../../shared/loading/lazy-part.ts'

/** Few requests are sealed: what is typed and told for that comes with the wish. */
export const LazyNewPassphrase = lazyPart(
  async () => (await import('../../../shared/sealing/new-passphrase.tsx')).NewPassphrase,
)
