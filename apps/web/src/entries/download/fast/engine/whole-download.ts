import { DownloadError, diskError } from './download-error.ts'
import type { Clock, Disk, DownloadPlan, Transport } from './ports.ts'
import { watchSilence } from './watch-silence.ts'

const MOST_TRIES = 3

interface WholeDownload {
  plan: DownloadPlan
  disk: Disk
  transport: Transport
  clock: Clock
  origin: string
  signal: AbortSignal
}

/**
 * Downloads by one connection, from the first byte, where something between the page and the server does not know
 * ranges. One that breaks or falls silent begins again. What it brings may still be wrong: the blocks tell.
 *
 * @throws DownloadError 'line', 'disk', 'disk-full', 'changed', 'refused'
 */
export async function downloadWhole(
  { plan, disk, transport, clock, origin, signal }: WholeDownload,
  onWritten: (at: number, bytes: number) => void,
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    signal.addEventListener('abort', leave)
    const silence = watchSilence(clock, leave)
    try {
      if (await bring(leaving.signal, silence.heard)) return
    } finally {
      silence.over()
      signal.removeEventListener('abort', leave)
      leave()
    }
    signal.throwIfAborted()
  }
  throw new DownloadError('line')

  /** Whether everything came. */
  async function bring(leaving: AbortSignal, heard: () => void): Promise<boolean> {
    const answer = await transport.get(origin, plan, null, leaving).catch(() => null)
    signal.throwIfAborted()
    if (answer === null) return false
    if (answer.kind === 'refused') throw new DownloadError('refused', answer.code)
    if (answer.kind === 'whole' && answer.etag !== null && answer.etag !== plan.etag) throw new DownloadError('changed')
    return readAll(answer.body, heard)
  }

  async function readAll(body: AsyncIterable<Uint8Array>, heard: () => void): Promise<boolean> {
    let at = 0
    try {
      for await (const bytes of body) {
        signal.throwIfAborted()
        heard()
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
