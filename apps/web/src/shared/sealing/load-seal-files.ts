/** Sealing a supplier's files, loaded when the first one is chosen. */
export const loadSealFiles = () => import('./seal-file.ts')
