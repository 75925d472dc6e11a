import { DownloadError, diskError } from './download-error.ts'
import type { Disk, DownloadPlan, Transport } from './ports.ts'

const MOST_TRIES = 3

interface WholeDownload {
  plan: DownloadPlan
  disk: Disk
  transport: Transport
  origin: string
  signal: AbortSignal
}

/**
 * Downloads by one connection, from the first byte, where something between the page and the server does not know
 * ranges. A broken one begins again. What it brings may still be wrong: the blocks tell.
 *
 * @throws DownloadError 'line', 'disk', 'disk-full', 'changed', 'refused'
 */
export async function downloadWhole(
  { plan, disk, transport, origin, signal }: WholeDownload,
  onWritten: (at: number, bytes: number) => void,
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const answer = await transport.get(origin, plan, null, signal).catch(() => null)
    signal.throwIfAborted()
    if (answer === null) continue
    if (answer.kind === 'refused') throw new DownloadError('refused', answer.code)
    if (answer.kind === 'whole' && answer.etag !== null && answer.etag !== plan.etag) throw new DownloadError('changed')
    if (await readAll(answer.body)) return
    signal.throwIfAborted()
  }
  throw new DownloadError('line')

  /** Whether everything came. */
  async function readAll(body: AsyncIterable<Uint8Array>): Promise<boolean> {
    let at = 0
    try {
      for await (const bytes of body) {
        signal.throwIfAborted()
        // More than there is: it is not the file.
        const { length } = bytes
        if (at + length > plan.bytes) throw new DownloadError('altered')
        await disk.write(at, bytes).catch((error) => {
          throw diskError(error)
        })
        onWritten(at, length)
        at += length
      }
    } catch (error) {
      if (error instanceof DownloadError) throw error
    }
    return at === plan.bytes
  }
}
