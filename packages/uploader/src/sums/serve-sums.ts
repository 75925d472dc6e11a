import type { SumReply, SumRequest } from './checksum-messages.ts'
import { crc32 } from './crc32.ts'
import { type RunningMd5, sumPart } from './sum-part.ts'

interface WorkerScope {
  onmessage: ((event: MessageEvent<SumRequest>) => void) | null
  postMessage(reply: SumReply): void
}

/** Makes this worker answer checksum requests, with MD5 where `startMd5` is given. */
export function serveSums(startMd5: (() => RunningMd5) | null): void {
  const scope = globalThis as unknown as WorkerScope
  scope.onmessage = ({ data: { ticket, body, lengths } }) => {
    sumPart(body, lengths, crc32, startMd5?.() ?? null).then(
      (sums) => scope.postMessage({ ticket, sums }),
      ({ name, message }: Error) => scope.postMessage({ ticket, error: { name, message } }),
    )
  }
}
