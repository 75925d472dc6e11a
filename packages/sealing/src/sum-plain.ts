/** The SHA-256 of a file on the sender's device, which they claim when they submit it sealed. */
import type { SumPlainReply, SumPlainRequest } from './sum-worker.ts'

/** Hex. In a worker, so that the page stays smooth; on the page where there is no worker. Rejects as reading does. */
export async function sumPlain(file: Blob): Promise<string> {
  const worker = makeWorker()
  if (worker === null) return (await import('./sum-blob.ts')).sumBlob(file)
  try {
    const reply = await new Promise<SumPlainReply | null>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<SumPlainReply>) => resolve(data)
      worker.onerror = () => resolve(null)
      worker.postMessage({ file } satisfies SumPlainRequest)
    })
    if (reply === null) return (await import('./sum-blob.ts')).sumBlob(file)
    if ('sha256' in reply) return reply.sha256
    throw Object.assign(new Error(reply.error.message), { name: reply.error.name })
  } finally {
    worker.terminate()
  }
}

function makeWorker(): Worker | null {
  try {
    return new Worker(new URL('./sum-worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return null
  }
}
