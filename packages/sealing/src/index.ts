/** Sealing files for somebody's key, and opening them again. See docs/sealed-files.md. */

export { deriveInWorker } from './derive-in-worker.ts'
export { type FileSeal, makeFileSeal, sealRange } from './file-seal.ts'
export { openSealed } from './open-sealed.ts'
export { type OpeningKeys, unwrapKeys } from './opening-keys.ts'
export { judgePassphrase, MIN_PASSPHRASE_CHARS } from './passphrase.ts'
export { openAnswer, sealAnswer } from './sealed-answer.ts'
export { type PlainFile, sealedSource } from './sealed-source.ts'
export { SealingError, type SealingErrorCode } from './sealing-error.ts'
export { fingerprintOf, makeSealing } from './sealing-keys.ts'
export { startSum } from './start-sum.ts'
export { sumPlain } from './sum-plain.ts'
