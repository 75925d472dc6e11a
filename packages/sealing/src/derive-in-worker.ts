import type { Bytes } from './bytes.ts'
import type { DeriveKey, DeriveParameters } from './derive-key.ts'
import { SealingError } from './sealing-error.ts'

export interface DeriveRequest {
  passphrase: Bytes
  salt: Bytes
  parameters: DeriveParameters
}

/** `key` null: it could not be derived. */
export interface DeriveReply {
  key: Bytes | null
}

/** In a worker that lives for this one passphrase: its memory ends with it. */
export const deriveInWorker: DeriveKey = async (passphrase, salt, parameters) => {
  const worker = new Worker(new URL('./argon2-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data: { key } }: MessageEvent<DeriveReply>) =>
        key ? resolve(key) : reject(new SealingError('no-memory'))
      worker.onerror = (cause) => reject(new SealingError('no-memory', { cause }))
      worker.postMessage({ passphrase, salt, parameters } satisfies DeriveRequest)
    })
  } finally {
    worker.terminate()
  }
}
