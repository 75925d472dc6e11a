import { sumBlob } from './sum-blob.ts'

export interface SumPlainRequest {
  file: Blob
}
export type SumPlainReply = { sha256: string } | { error: { name: string; message: string } }

interface WorkerScope {
  onmessage: ((event: MessageEvent<SumPlainRequest>) => void) | null
  postMessage(reply: SumPlainReply): void
}

const scope = globalThis as unknown as WorkerScope
scope.onmessage = ({ data: { file } }) => {
  sumBlob(file).then(
    (sha256) => scope.postMessage({ sha256 }),
    ({ name, message }: Error) => scope.postMessage({ error: { name, message } }),
  )
}
