/** Loaded by a page for work that its context lacks: workers, or the hashing of a secure context. */
export { md5 } from '@noble/hashes/legacy.js'
export { sha256 } from '@noble/hashes/sha2.js'
export { crc32 } from './crc32.ts'
export { sumPart } from './sum-part.ts'
