import type { Readable } from 'node:stream'

/** Bytes to send. `last` is set where they are the last use of a buffer: free it after them. */
export interface Piece {
  bytes: Uint8Array
  last?: Uint8Array
}

const MAX_WAITING_CHUNKS = 4

/**
 * A stream's chunks as they were pushed. The stream's own iterator copies its queue into one buffer, which costs a
 * download as much as reading it.
 *
 * @throws the stream's error; an Error where it was destroyed before its end
 */
export async function* chunksOf(source: Readable): AsyncGenerator<Buffer> {
  const waiting: Buffer[] = []
  let wake: (() => void) | null = null
  const rouse = () => {
    wake?.()
    wake = null
  }
  source.on('data', (chunk: Buffer) => {
    waiting.push(chunk)
    if (waiting.length >= MAX_WAITING_CHUNKS) source.pause()
    rouse()
  })
  source.once('close', rouse).once('end', rouse).once('error', rouse)
  try {
    for (;;) {
      const chunk = waiting.shift()
      if (chunk !== undefined) {
        if (waiting.length === 0 && source.isPaused()) source.resume()
        yield chunk
      } else if (source.errored) throw source.errored
      else if (source.readableEnded) return
      else if (source.destroyed) throw new Error('the source was destroyed before its end')
      else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    source.destroy()
  }
}

/** A stored object's bytes, each chunk in its own memory. */
export async function* piecesOf(source: Readable): AsyncGenerator<Piece> {
  for await (const bytes of chunksOf(source)) yield { bytes, last: bytes }
}
