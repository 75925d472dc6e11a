/** Derives a key from one passphrase. This file's content policy is the only one of ours that allows WebAssembly. */

import { deriveHere } from './derive-here.ts'
import type { DeriveReply, DeriveRequest } from './derive-in-worker.ts'

interface WorkerScope {
  onmessage: ((event: MessageEvent<DeriveRequest>) => void) | null
  postMessage(reply: DeriveReply): void
}

const scope = globalThis as unknown as WorkerScope
scope.onmessage = ({ data: { passphrase, salt, parameters } }) => {
  deriveHere(passphrase, salt, parameters).then(
    (key) => scope.postMessage({ key }),
    () => scope.postMessage({ key: null }),
  )
}
