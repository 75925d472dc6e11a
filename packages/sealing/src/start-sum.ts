import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from './bytes.ts'

/** A SHA-256 of data that arrives in pieces. */
export function startSum(): { update(bytes: Uint8Array): void; hex(): string } {
  const running = sha256.create()
  return { update: (bytes) => void running.update(bytes), hex: () => toHex(running.digest()) }
}
