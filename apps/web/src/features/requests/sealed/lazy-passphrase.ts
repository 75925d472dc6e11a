import { lazyPart } from '../ui/lazy-part.ts'

/** Few requests are sealed: what is typed and told for that comes with the wish. */
export const NewPassphrase = lazyPart(async () => (await import('../sealing/new-passphrase.tsx')).NewPassphrase)
