/** Argon2id in the current thread. On a page it belongs in a worker: it takes a second, and needs WebAssembly. */
import { argon2id } from 'hash-wasm'
import type { Bytes } from './bytes.ts'
import type { DeriveKey } from './derive-key.ts'
import { SealingError } from './sealing-error.ts'

export const deriveHere: DeriveKey = async (password, salt, { memoryKib, passes, lanes }) => {
  const parameters = { password, salt, memorySize: memoryKib, iterations: passes, parallelism: lanes }
  try {
    return (await argon2id({ ...parameters, hashLength: 32, outputType: 'binary' })) as Bytes
  } catch (cause) {
    throw new SealingError('no-memory', { cause })
  }
}
